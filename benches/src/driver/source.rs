//! Servers as source text: the same tools written for each toolkit.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::contender::home;
use crate::{Result, fail};

/// For whom a server is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kit {
    Haft,
    Rmcp,
    McpAttr,
    RustMcpSdk,
}

/// What an argument is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Text,
    Integer,
    Number,
    Flag,
    List(Box<Kind>),
    Map(Box<Kind>),
    Any,
    Choice(Vec<String>),
    Object(Vec<Field>),
    /// One of several.
    Union(Vec<Kind>),
}

/// An argument, or a member of one.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
}

/// A tool.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) name: String,
    /// Whose it is, in a corpus.
    pub(crate) server: String,
    pub(crate) fields: Vec<Field>,
    pub(crate) is_async: bool,
}

/// The signatures of made-up tools.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Eight kinds in turn, two of which have a type of their own.
    Mixed,
    /// A `fn` of two integers.
    Plain,
    /// An `async fn` of two integers.
    PlainAsync,
    /// A `fn` of one struct with two members.
    Struct,
}

/// So many made-up tools.
pub(crate) fn made_up(shape: Shape, count: usize) -> Vec<Spec> {
    (0..count).map(|index| one(shape, index)).collect()
}

fn one(shape: Shape, index: usize) -> Spec {
    let field = |name: &str, kind| Field {
        name: name.to_owned(),
        kind,
        required: true,
    };
    let optional = |name: &str, kind| Field {
        required: false,
        ..field(name, kind)
    };
    let integers = || vec![field("a", Kind::Integer), field("b", Kind::Integer)];
    let person = || {
        vec![field(
            "person",
            Kind::Object(vec![field("name", Kind::Text), field("id", Kind::Integer)]),
        )]
    };
    let (fields, is_async) = match (shape, index % 8) {
        (Shape::Plain, _) | (Shape::Mixed, 0) => (integers(), false),
        (Shape::PlainAsync, _) => (integers(), true),
        (Shape::Struct, _) => (person(), false),
        (Shape::Mixed, 1) => (
            vec![field("text", Kind::Text), field("times", Kind::Integer)],
            true,
        ),
        (Shape::Mixed, 2) => (
            vec![field("path", Kind::Text), optional("lines", Kind::Integer)],
            false,
        ),
        (Shape::Mixed, 3) => (
            vec![
                field("names", Kind::List(Box::new(Kind::Text))),
                field("all", Kind::Flag),
            ],
            false,
        ),
        (Shape::Mixed, 4) => (
            vec![field("query", Kind::Text), optional("share", Kind::Number)],
            true,
        ),
        (Shape::Mixed, 5) => {
            let choice = Kind::Choice(["low", "medium", "high"].map(str::to_owned).to_vec());
            (
                vec![field("title", Kind::Text), field("priority", choice)],
                false,
            )
        }
        (Shape::Mixed, 6) => (person(), true),
        (Shape::Mixed, _) => (vec![field("flag", Kind::Flag)], false),
    };
    Spec {
        name: format!("tool_{index}"),
        server: String::new(),
        fields,
        is_async,
    }
}

/// The tools of a folder of `tools/list` results, a JSON array a file.
pub(crate) fn corpus(folder: &Path) -> Result<Vec<Spec>> {
    let files = fs::read_dir(folder).map_err(|error| {
        let folder = folder.display();
        fail(format!(
            "{folder} cannot be read: {error}; `--corpus` takes a folder of JSON files, an array of tools each"
        ))
    })?;
    let mut files: Vec<_> = files.collect::<std::result::Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut specs: Vec<Spec> = Vec::new();
    for file in files
        .iter()
        .map(fs::DirEntry::path)
        .filter(|file| file.extension().is_some_and(|end| end == "json"))
    {
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let tools: Vec<Value> = serde_json::from_str(&fs::read_to_string(&file)?)?;
        for tool in &tools {
            let (Some(name), Some(schema)) = (
                tool.get("name").and_then(Value::as_str),
                tool.get("inputSchema"),
            ) else {
                return Err(fail(format!(
                    "{}: a tool without name or schema",
                    file.display()
                )));
            };
            let taken = specs.iter().any(|spec| spec.name == name);
            let name = if taken {
                format!("{stem}-{name}")
            } else {
                name.to_owned()
            };
            specs.push(Spec {
                name,
                server: stem.clone(),
                fields: fields(schema, schema, 0),
                is_async: true,
            });
        }
    }
    Ok(specs)
}

fn fields(schema: &Value, root: &Value, depth: usize) -> Vec<Field> {
    let required = |name: &str| {
        let required = schema.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|each| each == name))
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        kind: kind(schema, root, depth + 1),
        required: required(name),
    };
    properties.into_iter().flatten().map(field).collect()
}

fn kind(schema: &Value, root: &Value, depth: usize) -> Kind {
    if depth > 8 {
        return Kind::Any;
    }
    if let Some(place) = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|place| place.strip_prefix('#'))
    {
        return root
            .pointer(place)
            .map_or(Kind::Any, |schema| kind(schema, root, depth + 1));
    }
    let branches = ["anyOf", "oneOf"]
        .iter()
        .find_map(|key| schema.get(key))
        .and_then(Value::as_array);
    if let Some(branches) = branches {
        return union(
            branches
                .iter()
                .filter(|one| one.get("type") != Some(&Value::from("null"))),
            root,
            depth,
        );
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        let choices: Vec<String> = choices
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        return if choices.is_empty() {
            Kind::Any
        } else {
            Kind::Choice(choices)
        };
    }
    if let Some(Value::Array(words)) = schema.get("type") {
        let words = words.iter().filter(|word| *word != "null");
        let parts: Vec<Value> = words
            .map(|word| serde_json::json!({"type": word}))
            .collect();
        return union(parts.iter(), root, depth);
    }
    let word = schema.get("type").and_then(Value::as_str);
    let below = |key| {
        schema
            .get(key)
            .filter(|below| below.is_object())
            .map(|below| kind(below, root, depth + 1))
    };
    match word {
        Some("string") => Kind::Text,
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Number,
        Some("boolean") => Kind::Flag,
        Some("array") => Kind::List(Box::new(below("items").unwrap_or(Kind::Any))),
        Some("object") => match fields(schema, root, depth) {
            fields if fields.is_empty() => {
                Kind::Map(Box::new(below("additionalProperties").unwrap_or(Kind::Any)))
            }
            fields => Kind::Object(fields),
        },
        _ => Kind::Any,
    }
}

/// One of several, or the only one.
fn union<'s>(branches: impl Iterator<Item = &'s Value>, root: &Value, depth: usize) -> Kind {
    let mut parts: Vec<Kind> = branches
        .map(|branch| kind(branch, root, depth + 1))
        .collect();
    match parts.len() {
        0 => Kind::Any,
        1 => parts.remove(0),
        _ => Kind::Union(parts),
    }
}

impl Kit {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Haft => "haft",
            Self::Rmcp => "rmcp",
            Self::McpAttr => "mcp-attr",
            Self::RustMcpSdk => "rust-mcp-sdk",
        }
    }

    /// Writes a crate whose server has these tools.
    pub(crate) fn write(self, folder: &Path, tools: &[Spec]) -> Result {
        fs::create_dir_all(folder.join("src"))?;
        let name = format!("generated-{}", self.name());
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [profile.release]\nstrip = true\n\n[dependencies]\n{}",
            self.dependencies()
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("src/main.rs"), self.source(tools))?;
        Ok(())
    }

    fn dependencies(self) -> String {
        let serde =
            "serde = { version = \"1.0\", features = [\"derive\"] }\nserde_json = \"1.0\"\n";
        let tokio =
            "tokio = { version = \"1.54\", features = [\"macros\", \"rt-multi-thread\"] }\n";
        match self {
            Self::Haft => format!(
                "haft = {{ path = {:?} }}\n",
                home().join("../runtime").display().to_string()
            ),
            Self::Rmcp => {
                format!(
                    "rmcp = {{ version = \"3.11\", features = [\"transport-io\"] }}\nschemars = \"1.2\"\n{serde}{tokio}"
                )
            }
            Self::McpAttr => format!("mcp-attr = \"0.0.7\"\nschemars = \"0.8\"\n{serde}{tokio}"),
            Self::RustMcpSdk => format!(
                "async-trait = \"0.1\"\nrust-mcp-sdk = {{ version = \"2.0\", default-features = false, features = \
                 [\"server\", \"macros\", \"stdio\"] }}\n{serde}{tokio}"
            ),
        }
    }

    fn source(self, tools: &[Spec]) -> String {
        let mut writer = Writer {
            kit: self,
            types: String::new(),
            count: 0,
        };
        let tools: Vec<String> = tools
            .iter()
            .enumerate()
            .map(|(index, tool)| writer.tool(index, tool))
            .collect();
        let (head, foot) = self.frame(&tools);
        format!(
            "//! Generated.\n#![allow(dead_code, clippy::all)]\n\n{head}\n{}\n{foot}",
            writer.types
        )
    }

    /// What stands before the types, and what behind them.
    fn frame(self, tools: &[String]) -> (&'static str, String) {
        let joined = tools.concat();
        match self {
            Self::Haft => {
                let mut main = String::from(
                    "fn main() -> haft::Result {\n    let builder = haft::Server::builder(\"generated\", \"1.0.0\");\n",
                );
                for index in 0..tools.len() {
                    let _ = writeln!(main, "    let builder = builder.tool::<t{index}>();");
                }
                main.push_str("    builder.serve_stdio()\n}\n");
                ("use haft::tool;\n", joined + &main)
            }
            Self::Rmcp => (
                "use rmcp::handler::server::wrapper::Parameters;\nuse rmcp::transport::stdio;\n\
                 use rmcp::{ServiceExt, tool, tool_router};\n",
                format!(
                    "#[derive(Clone)]\nstruct Generated;\n\n#[tool_router(server_handler)]\nimpl Generated {{\n{joined}}}\n\n\
                     #[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
                     Generated.serve(stdio()).await?.waiting().await?;\n    Ok(())\n}}\n"
                ),
            ),
            Self::McpAttr => (
                "use mcp_attr::Result;\nuse mcp_attr::server::{McpServer, mcp_server, serve_stdio};\n",
                format!(
                    "struct Generated;\n\n#[mcp_server]\nimpl McpServer for Generated {{\n{joined}}}\n\n\
                     #[tokio::main]\nasync fn main() -> Result<()> {{\n    serve_stdio(Generated).await?;\n    Ok(())\n}}\n"
                ),
            ),
            Self::RustMcpSdk => {
                let names: Vec<String> =
                    (0..tools.len()).map(|index| format!("T{index}")).collect();
                (
                    SDK_HEAD,
                    format!(
                        "rust_mcp_sdk::tool_box!(Tools, [{}]);\n{SDK_FOOT}",
                        names.join(", ")
                    ),
                )
            }
        }
    }
}

const SDK_HEAD: &str = "use rust_mcp_sdk::macros::{JsonSchema, mcp_tool};\n";
const SDK_FOOT: &str = r#"
use rust_mcp_sdk::schema::{
    CallToolRequestParams, CallToolResult, Implementation, ListToolsResult, ListToolsResultCacheScope,
    PaginatedRequestParams, RpcError, ServerCapabilities, ServerCapabilitiesTools, ServerResult, schema_utils,
};
use rust_mcp_sdk::{McpServer, RequestContext, ToMcpServerHandler};

struct Generated;

#[async_trait::async_trait]
impl rust_mcp_sdk::mcp_server::ServerHandler for Generated {
    async fn handle_list_tools_request(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: &RequestContext,
        _runtime: std::sync::Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        Ok(ListToolsResult {
            tools: Tools::tools(),
            cache_scope: ListToolsResultCacheScope::Private,
            result_type: "complete".to_string(),
            ttl_ms: 0,
            meta: None,
            next_cursor: None,
        })
    }

    async fn handle_call_tool_request(
        &self,
        params: CallToolRequestParams,
        _context: &RequestContext,
        _runtime: std::sync::Arc<dyn McpServer>,
    ) -> Result<ServerResult, schema_utils::CallToolError> {
        Tools::try_from(params).map_err(schema_utils::CallToolError::new)?;
        Ok(CallToolResult::text_content(vec!["done".to_string().into()]).into())
    }
}

#[tokio::main]
async fn main() -> rust_mcp_sdk::error::SdkResult<()> {
    let server_details = rust_mcp_sdk::ServerDetails {
        server_info: Implementation {
            name: "generated".into(),
            version: "1.0.0".into(),
            title: None,
            description: None,
            icons: vec![],
            website_url: None,
        },
        capabilities: ServerCapabilities {
            tools: Some(ServerCapabilitiesTools { list_changed: None }),
            ..Default::default()
        },
        instructions: None,
        meta: None,
    };
    let transport = rust_mcp_sdk::StdioTransport::new(rust_mcp_sdk::TransportOptions::default())?;
    let handler = Generated.to_mcp_server_handler();
    let server = rust_mcp_sdk::mcp_server::server_runtime::create_server(rust_mcp_sdk::mcp_server::McpServerOptions {
        transport,
        handler,
        server_details,
        message_observer: None,
    });
    server.start().await
}
"#;

/// Writes tools, and gathers the types that they need.
struct Writer {
    kit: Kit,
    types: String,
    count: usize,
}

impl Writer {
    /// The function of a tool; where a tool is a struct, nothing.
    fn tool(&mut self, index: usize, tool: &Spec) -> String {
        let Spec {
            name,
            fields,
            is_async,
            ..
        } = tool;
        let keyword = if *is_async { "async fn" } else { "fn" };
        let description = format!("Run {name}.");
        match self.kit {
            Kit::Haft => {
                let (arguments, names) = self.arguments(fields, "#[arg(name = ", ")]", true);
                format!(
                    "/// {description}\n#[tool(name = {name:?})]\n{keyword} t{index}({arguments}) -> String {{\n    \
                     let _ = ({names});\n    String::from(\"done\")\n}}\n\n"
                )
            }
            Kit::McpAttr => {
                let (arguments, names) = self.arguments(fields, "#[arg(", ")]", false);
                format!(
                    "    /// {description}\n    #[tool({name:?})]\n    async fn t{index}(&self, {arguments}) -> Result<String> {{\n        \
                     let _ = ({names});\n        Ok(String::from(\"done\"))\n    }}\n\n"
                )
            }
            Kit::Rmcp => {
                let argument = if fields.is_empty() {
                    String::new()
                } else {
                    let kind = self.object(fields);
                    format!(", Parameters(arguments): Parameters<{kind}>")
                };
                let used = if fields.is_empty() {
                    ""
                } else {
                    "        let _ = arguments;\n"
                };
                format!(
                    "    /// {description}\n    #[tool(name = {name:?})]\n    {keyword} t{index}(&self{argument}) -> String {{\n{used}        \
                     String::from(\"done\")\n    }}\n\n"
                )
            }
            Kit::RustMcpSdk => {
                let members = self.members(fields);
                let _ = write!(
                    self.types,
                    "#[mcp_tool(name = {name:?}, description = {description:?})]\n{}pub struct T{index} {{\n{members}}}\n\n",
                    self.derives()
                );
                String::new()
            }
        }
    }

    /// The parameters of a function, and the names of them.
    fn arguments(
        &mut self,
        fields: &[Field],
        before: &str,
        after: &str,
        lend: bool,
    ) -> (String, String) {
        let (mut list, mut names) = (String::new(), String::new());
        for (index, field) in fields.iter().enumerate() {
            let name = identifier(&field.name, index);
            let kind = match &field.kind {
                Kind::Text if lend && field.required => "&str".to_owned(),
                _ => self.optional(field),
            };
            if name != field.name {
                let _ = write!(list, "{before}{:?}{after} ", field.name);
            }
            let _ = write!(list, "{name}: {kind}, ");
            let _ = write!(names, "&{name}, ");
        }
        (list, names)
    }

    fn optional(&mut self, field: &Field) -> String {
        let kind = self.kind(&field.kind);
        if field.required {
            kind
        } else {
            format!("Option<{kind}>")
        }
    }

    fn kind(&mut self, kind: &Kind) -> String {
        match kind {
            Kind::Text => "String".to_owned(),
            Kind::Integer => "i64".to_owned(),
            Kind::Number => "f64".to_owned(),
            Kind::Flag => "bool".to_owned(),
            Kind::List(item) => format!("Vec<{}>", self.kind(item)),
            // Its derive knows no maps.
            Kind::Map(_) | Kind::Any if self.kit == Kit::RustMcpSdk => "String".to_owned(),
            Kind::Map(value) => format!("std::collections::BTreeMap<String, {}>", self.kind(value)),
            Kind::Any if self.kit == Kit::Haft => "haft::Value".to_owned(),
            Kind::Any => "serde_json::Value".to_owned(),
            Kind::Choice(choices) => self.choice(choices),
            Kind::Object(fields) => self.object(fields),
            // Its derive knows no alternatives.
            Kind::Union(parts) if self.kit == Kit::RustMcpSdk => match parts.first() {
                Some(first) => self.kind(first),
                None => "String".to_owned(),
            },
            Kind::Union(parts) => self.union(parts),
        }
    }

    fn union(&mut self, parts: &[Kind]) -> String {
        let mut variants = String::new();
        for (index, part) in parts.iter().enumerate() {
            let kind = self.kind(part);
            let _ = writeln!(variants, "    V{index}({kind}),");
        }
        let name = self.name();
        let _ = write!(
            self.types,
            "{}#[serde(untagged)]\npub enum {name} {{\n{variants}}}\n\n",
            self.derives()
        );
        name
    }

    fn object(&mut self, fields: &[Field]) -> String {
        let members = self.members(fields);
        let name = self.name();
        let closed = if self.kit == Kit::Haft {
            "#[serde(deny_unknown_fields)]\n"
        } else {
            ""
        };
        let _ = write!(
            self.types,
            "{}{closed}pub struct {name} {{\n{members}}}\n\n",
            self.derives()
        );
        name
    }

    fn members(&mut self, fields: &[Field]) -> String {
        let mut members = String::new();
        for (index, field) in fields.iter().enumerate() {
            let name = identifier(&field.name, index);
            let kind = self.optional(field);
            if name != field.name {
                let _ = writeln!(members, "    #[serde(rename = {:?})]", field.name);
            }
            let _ = writeln!(members, "    pub {name}: {kind},");
        }
        members
    }

    fn choice(&mut self, choices: &[String]) -> String {
        let name = self.name();
        let mut variants = String::new();
        for (index, choice) in choices.iter().enumerate() {
            let _ = writeln!(variants, "    #[serde(rename = {choice:?})]\n    V{index},");
        }
        let _ = write!(
            self.types,
            "{}pub enum {name} {{\n{variants}}}\n\n",
            self.derives()
        );
        name
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("Kind{}", self.count)
    }

    fn derives(&self) -> &'static str {
        match self.kit {
            Kit::Haft => {
                "#[derive(haft::serde::Deserialize, haft::schemars::JsonSchema)]\n#[serde(crate = \"haft::serde\")]\n\
                 #[schemars(crate = \"haft::schemars\")]\n"
            }
            Kit::Rmcp | Kit::McpAttr => "#[derive(serde::Deserialize, schemars::JsonSchema)]\n",
            Kit::RustMcpSdk => {
                "#[derive(Debug, serde::Deserialize, serde::Serialize, JsonSchema)]\n"
            }
        }
    }
}

/// A name that Rust accepts: the argument's own where it can be.
fn identifier(name: &str, index: usize) -> String {
    const TAKEN: [&str; 24] = [
        "type", "ref", "self", "match", "in", "for", "if", "else", "use", "mod", "move", "where",
        "async", "await", "fn", "let", "loop", "box", "impl", "enum", "struct", "static", "as",
        "do",
    ];
    let plain = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|each| each.is_ascii_lowercase() || each.is_ascii_digit() || each == '_');
    if plain && !TAKEN.contains(&name) {
        name.to_owned()
    } else {
        format!("argument_{index}")
    }
}
