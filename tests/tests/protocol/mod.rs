//! The protocol's own JSON Schemas, by which messages are judged; their folder comes by `MCP_SCHEMA_DIR`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use haft_tests::json;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The protocol's definitions of one revision.
pub(crate) struct Protocol {
    revision: &'static str,
    schema: Value,
    /// By the name of the definition, made at its first use.
    validators: RefCell<HashMap<String, Validator>>,
}

impl Protocol {
    pub(crate) fn read(folder: &Path, revision: &'static str) -> Self {
        let file = folder.join(format!("{revision}.json"));
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self {
            revision,
            schema: json(&text),
            validators: RefCell::default(),
        }
    }

    fn defines(&self, name: &str) -> bool {
        self.definitions().1.get(name).is_some()
    }

    fn definitions(&self) -> (&'static str, &Value) {
        match self.schema.get("$defs") {
            Some(definitions) => ("$defs", definitions),
            None => ("definitions", &self.schema["definitions"]),
        }
    }

    /// What is wrong with a message by one of the definitions.
    pub(crate) fn problems(&self, name: &str, message: &Value) -> Vec<String> {
        assert!(
            self.defines(name),
            "{} does not define {name}",
            self.revision
        );
        let (key, definitions) = self.definitions();
        let schema = json!({
            "$schema": self.schema["$schema"],
            "$ref": format!("#/{key}/{name}"),
            key: definitions,
        });
        let mut validators = self.validators.borrow_mut();
        let validator = validators
            .entry(name.to_owned())
            .or_insert_with(|| jsonschema::options().build(&schema).unwrap());
        let errors = validator.iter_errors(message);
        errors
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect()
    }

    pub(crate) fn judge(&self, name: &str, message: &Value) {
        let problems = self.problems(name, message).join("\n");
        assert!(
            problems.is_empty(),
            "{} {name}: {problems}\n{message}",
            self.revision
        );
    }

    /// Judges a response by the definition of its method's result, or by that of its error.
    pub(crate) fn judge_response(&self, method: &str, response: &Value) {
        let Some(result) = response.get("result") else {
            let mut response = response.clone();
            // JSON-RPC wants `null` where the request's id could not be read, and these schemas want nothing.
            if response["id"].is_null() && self.revision >= "2025-11-25" {
                response.as_object_mut().unwrap().shift_remove("id");
            }
            if !response["id"].is_null() || self.revision >= "2025-11-25" {
                self.judge(
                    self.first(&["JSONRPCErrorResponse", "JSONRPCError"]),
                    &response,
                );
            }
            let of_code = match response["error"]["code"].as_i64() {
                Some(-32700) => "ParseError",
                Some(-32600) => "InvalidRequestError",
                Some(-32601) => "MethodNotFoundError",
                Some(-32602) => "InvalidParamsError",
                Some(-32603) => "InternalError",
                Some(-32021) => "MissingRequiredClientCapabilityError",
                Some(-32022) => "UnsupportedProtocolVersionError",
                _ => panic!("a code that nobody defined: {response}"),
            };
            if self.revision >= "2026-07-28" {
                // Some are defined as the response, some as the error in it.
                let (_, definitions) = self.definitions();
                let whole = definitions[of_code]["properties"].get("error").is_some();
                self.judge(of_code, if whole { &response } else { &response["error"] });
            }
            return;
        };
        self.judge(
            self.first(&["JSONRPCResultResponse", "JSONRPCResponse"]),
            response,
        );
        self.judge(
            match method {
                "initialize" => "InitializeResult",
                "tools/list" => "ListToolsResult",
                "tools/call" => "CallToolResult",
                "server/discover" => "DiscoverResult",
                "subscriptions/listen" => "SubscriptionsListenResult",
                "ping" => "EmptyResult",
                _ => panic!("{method} has no result: {response}"),
            },
            result,
        );
    }

    fn first(&self, names: &[&'static str]) -> &'static str {
        names.iter().find(|name| self.defines(name)).unwrap()
    }
}

/// The folder of the schemas; says so where there is none.
pub(crate) fn schemas() -> Option<PathBuf> {
    let folder = env::var_os("MCP_SCHEMA_DIR").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: set MCP_SCHEMA_DIR");
    }
    folder
}
