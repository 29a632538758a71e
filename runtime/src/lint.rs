//! What a client or a model API makes trouble about, found in what a server publishes.

use std::fmt;

use serde_json::{Map, Value};

use crate::pointer::below;
use crate::protocol::Revision;
use crate::server::Server;

/// The longest name that Claude Desktop and `OpenAI` take.
const LONGEST_NAME: usize = 64;
/// The longest name of server and tool together that Cursor takes.
const LONGEST_WITH_SERVER: usize = 60;
/// How many tools Windsurf took; VS Code takes 128.
const MOST_TOOLS: usize = 50;
/// Where Claude Code cuts instructions.
const LONGEST_INSTRUCTIONS: usize = 2_048;
/// The limits of `OpenAI`'s structured arguments.
const DEEPEST: usize = 10;
const MOST_PROPERTIES: usize = 5_000;
const MOST_VALUES: usize = 1_000;
const MOST_LETTERS: usize = 120_000;

/// The formats that the strict modes of Anthropic and of `OpenAI` both know.
const STRICT_FORMATS: [&str; 9] = [
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

/// Something that a server publishes and a client makes trouble about.
///
/// Its `Display` form says all of it in one line. What a Rust type can cause is marked; the rest comes from schemas that
/// were written by hand.
///
#[doc = include_str!("lint.md")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    rule: Rule,
    tool: Option<String>,
    pointer: String,
    found: String,
}

impl Lint {
    /// Which rule it is a case of.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Who makes the trouble.
    pub fn client(&self) -> &'static str {
        self.rule.client()
    }

    /// The tool; none where it is about the server.
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Where in the tool's entry of `tools/list`, as a JSON Pointer such as `/inputSchema/properties/at`.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What to change.
    pub fn advice(&self) -> &'static str {
        self.rule.about().advice
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About {
            client,
            trouble,
            advice,
            ..
        } = self.rule.about();
        match &self.tool {
            Some(tool) => write!(f, "tool `{tool}`, {}: ", self.pointer)?,
            None => f.write_str("the server: ")?,
        }
        write!(f, "{}; {client}: {trouble}; {advice}", self.found)
    }
}

struct About {
    client: &'static str,
    trouble: &'static str,
    advice: &'static str,
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $name:ident: $client:literal, $trouble:literal, $advice:literal;)*) => {
        /// What a [`Lint`] is a case of; the table there says more.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])* $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name, as it is written in Rust.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            fn about(self) -> About {
                match self {
                    $(Self::$name => About { client: $client, trouble: $trouble, advice: $advice },)*
                }
            }
        }
    };
}

rules! {
    /// A tool's name has a dot.
    NameLetters: "Anthropic API, Claude Desktop, OpenAI API",
        "one name with a character beyond letters, digits, `_` and `-` makes every request fail",
        "rename the tool";
    /// A tool's name begins with something else than a letter or `_`.
    NameStart: "Gemini API",
        "a name that begins with something else than a letter or `_` makes every request fail",
        "rename the tool";
    /// A tool's name is too long.
    NameLength: "Claude Desktop, OpenAI API",
        "one name of more than 64 characters makes every request fail",
        "shorten the name; 48 leave room for what clients put before it";
    /// The names of server and tool are too long together.
    NameWithServer: "Cursor",
        "a tool whose name has more than 60 characters together with its server's is left out",
        "shorten the name of the tool or of the server";
    /// The server has many tools.
    ToolCount: "Windsurf, VS Code",
        "there is a limit to the tools of a server: 50 in Windsurf in 2025, 128 a request in VS Code",
        "make two servers of it, or one tool of several that differ in one argument";
    /// The instructions are long.
    Instructions: "Claude Code",
        "instructions are cut after 2,048 characters",
        "shorten them";
    /// A property's name has unusual characters or is too long.
    PropertyName: "Anthropic API",
        "one property whose name is not 1 to 64 of letters, digits, `_`, `.` and `-` makes every request fail",
        "rename it: `#[arg(name = \"…\")]` on a parameter, `#[serde(rename = \"…\")]` on a field";
    /// A property's name begins with something else than a letter or `_`.
    PropertyStart: "Gemini API",
        "a property whose name begins with something else than a letter or `_` makes every request fail",
        "rename it: `#[arg(name = \"…\")]` on a parameter, `#[serde(rename = \"…\")]` on a field";
    /// A place takes any value.
    AnyValue: "Claude Code",
        "a value whose schema has no type arrives as a string, and other clients leave such a tool out",
        "use a type that says what is meant; an enum under `#[serde(untagged)]` says what alternatives there are";
    /// A value has alternatives.
    Alternatives: "Codex CLI",
        "a value with alternatives is shown to the model as a string",
        "make a parameter, or a tool, of each alternative; an enum of names alone has none";
    /// A type contains itself.
    Recursion: "VS Code, Copilot CLI",
        "a `$ref` is not followed, and without one a type that contains itself cannot be written",
        "take a list whose elements name their parent, or text that the tool parses";
    /// What a tool returns contains itself.
    OutputRecursion: "Claude Desktop on Windows (2025)",
        "a server with `$defs` in an output schema cannot be used",
        "return text, or a list whose elements name their parent";
    /// An `enum` has values that are no strings.
    EnumOfNumbers: "Gemini API",
        "an `enum` of other values than strings makes every request fail",
        "use names, or a range of integers without gaps";
    /// A bound excludes its own value.
    ExclusiveBound: "Gemini API",
        "`exclusiveMinimum` and `exclusiveMaximum` make every request fail",
        "for an integer write `minimum` and `maximum`; else check in the tool";
    /// A standard format that strict modes refuse.
    StrictFormat: "Anthropic API and OpenAI API in strict mode",
        "a format other than date-time, time, date, duration, email, hostname, ipv4, ipv6 and uuid is refused",
        "describe the format in the description";
    /// A format with a name of no standard.
    UnknownFormat: "clients with Ajv: OpenCode, Genkit, CodeBuddy",
        "a format that JSON Schema does not know is warned of at every call, or the tool is left out",
        "leave the format out, or describe it in the description";
    /// Values stand too deep inside each other.
    Depth: "OpenAI API",
        "there is a limit of 10 levels",
        "take fewer levels: parameters in the place of a struct, names in the place of structs";
    /// A tool has very many properties.
    PropertyCount: "OpenAI API",
        "there is a limit of 5,000 properties",
        "make several tools of it";
    /// A tool has very many names to choose from.
    EnumSize: "OpenAI API",
        "there is a limit of 1,000 values in all `enum`s of a tool",
        "take a string and check it in the tool";
    /// The names in a schema are very long together.
    NameTotal: "OpenAI API",
        "there is a limit of 120,000 characters in all names and `enum` values of a tool",
        "make several tools of it";
    /// A pattern looks ahead or behind.
    LookAround: "OpenAI API in strict mode",
        "a pattern that looks ahead or behind is refused",
        "write the pattern without it, or check in the tool";
    /// A subschema is `true` or `false`.
    BooleanSchema: "Claude Code",
        "one `true` or `false` in the place of a schema loses all tools of the server, without a message",
        "write what the value is";
    /// An array does not say what its elements are.
    NoItems: "OpenAI API, Gemini API, VS Code",
        "one array without `items` makes every request fail",
        "add `items`";
    /// A `$ref` has keywords beside it.
    BesideReference: "OpenAI API",
        "a `$ref` with other keywords beside it makes every request fail",
        "write the schema in the place of the `$ref`";
    /// A schema names its dialect.
    Dialect: "VS Code, Claude Desktop",
        "a tool whose schema has a `$schema` is left out, or its calls are refused",
        "leave `$schema` out";
    /// The root of an input schema has alternatives.
    RootCombinator: "Anthropic API, OpenAI API",
        "`oneOf`, `anyOf`, `allOf`, `enum` or `not` at the root makes every request fail",
        "write one object with `properties`";
    /// A `type` is a list.
    TypeList: "Gemini API, Cursor",
        "a list of types makes every request fail, or the call is refused",
        "write one type, and leave what is optional out of `required`";
    /// A `const` stands where an `enum` could.
    Const: "Gemini API",
        "`const` makes every request fail",
        "write an `enum` of the one value";
    /// A keyword that is none in JSON Schema 2020-12.
    OldKeyword: "Anthropic API, Windsurf",
        "a schema that is not valid under JSON Schema 2020-12 makes every request fail",
        "write it in the words of 2020-12";
}

impl Rule {
    /// Who makes the trouble.
    pub fn client(self) -> &'static str {
        self.about().client
    }
}

impl Server {
    /// What a client or a model API makes trouble about in what this server publishes, in the order of the list.
    ///
    /// No schema suits everybody, and a lint is no error: the server serves all the same. In a test,
    /// [`assert_lint_free`](crate::testing::assert_lint_free) is the shorter way.
    ///
    /// ```
    /// use haft::{Server, lint::Rule, tool};
    ///
    /// /// Add a remark.
    /// #[tool(name = "remark.add")]
    /// fn add_remark(text: String) {}
    ///
    /// let server = Server::builder("remarks", "1.0.0").tool::<add_remark>().build()?;
    /// let lints = server.lint();
    /// assert_eq!(lints[0].rule(), Rule::NameLetters);
    /// assert_eq!(
    ///     lints[0].to_string(),
    ///     "tool `remark.add`, /name: it has the name `remark.add`; Anthropic API, Claude Desktop, OpenAI API: one name \
    ///      with a character beyond letters, digits, `_` and `-` makes every request fail; rename the tool",
    /// );
    /// # Ok::<(), haft::BuildError>(())
    /// ```
    pub fn lint(&self) -> Vec<Lint> {
        let mut lints = Vec::new();
        let mut of_server = |rule, found| {
            let (tool, pointer) = (None, String::new());
            lints.push(Lint {
                rule,
                tool,
                pointer,
                found,
            });
        };
        let table = self.table();
        let count = table.rows().len();
        if count > MOST_TOOLS {
            of_server(Rule::ToolCount, format!("it has {count} tools"));
        }
        let length = self.instructions().map_or(0, |text| text.chars().count());
        if length > LONGEST_INSTRUCTIONS {
            let found = format!("its instructions have {length} characters");
            of_server(Rule::Instructions, found);
        }
        for row in table.rows() {
            let mut of_tool = OfTool {
                tool: &row.tool.name,
                lints: &mut lints,
            };
            of_tool.name(&self.identity().name);
            let listing = row.listing(Revision::V2026_07_28);
            of_tool.schema(&listing, "inputSchema", true);
            of_tool.schema(&listing, "outputSchema", false);
        }
        lints
    }
}

struct OfTool<'a> {
    tool: &'a str,
    lints: &'a mut Vec<Lint>,
}

impl OfTool<'_> {
    fn note(&mut self, rule: Rule, pointer: &str, found: impl Into<String>) {
        self.lints.push(Lint {
            rule,
            tool: Some(self.tool.to_owned()),
            pointer: pointer.to_owned(),
            found: found.into(),
        });
    }

    fn name(&mut self, server: &str) {
        let (name, length) = (self.tool, self.tool.chars().count());
        let found = format!("it has the name `{name}`");
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if !name.chars().all(plain) {
            self.note(Rule::NameLetters, "/name", found.as_str());
        }
        if !starts_as_a_name(name) {
            self.note(Rule::NameStart, "/name", found.as_str());
        }
        if length > LONGEST_NAME {
            let found = format!("its name has {length} characters");
            self.note(Rule::NameLength, "/name", found);
        }
        let both = length + server.chars().count();
        if both > LONGEST_WITH_SERVER {
            let found = format!("its name and that of the server have {both} characters");
            self.note(Rule::NameWithServer, "/name", found);
        }
    }

    fn schema(&mut self, listing: &Value, key: &str, input: bool) {
        let Some(schema) = listing.get(key) else {
            return;
        };
        let root = format!("/{key}");
        let mut walk = Walk {
            of_tool: self,
            input,
            properties: 0,
            values: 0,
            letters: 0,
            depth: 0,
        };
        walk.root(schema, &root);
        walk.node(schema, &root, 1);
        walk.totals(&root);
    }
}

fn starts_as_a_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// One schema, node by node.
struct Walk<'a, 't> {
    of_tool: &'a mut OfTool<'t>,
    input: bool,
    properties: usize,
    values: usize,
    letters: usize,
    /// The most levels so far.
    depth: usize,
}

impl Walk<'_, '_> {
    fn note(&mut self, rule: Rule, pointer: &str, found: impl Into<String>) {
        self.of_tool.note(rule, pointer, found);
    }

    fn root(&mut self, schema: &Value, pointer: &str) {
        if !self.input {
            if schema.get("$defs").is_some() {
                self.note(
                    Rule::OutputRecursion,
                    &below(pointer, "$defs"),
                    "it has `$defs`",
                );
            }
            return;
        }
        for key in ["oneOf", "anyOf", "allOf", "enum", "not"] {
            if schema.get(key).is_some() {
                let found = format!("the root has `{key}`");
                self.note(Rule::RootCombinator, &below(pointer, key), found);
            }
        }
    }

    fn totals(&mut self, root: &str) {
        if !self.input {
            return;
        }
        let Self {
            properties,
            values,
            letters,
            depth,
            ..
        } = *self;
        if depth > DEEPEST {
            self.note(Rule::Depth, root, format!("it has {depth} levels"));
        }
        if properties > MOST_PROPERTIES {
            self.note(
                Rule::PropertyCount,
                root,
                format!("it has {properties} properties"),
            );
        }
        if values > MOST_VALUES {
            self.note(
                Rule::EnumSize,
                root,
                format!("it has {values} values to choose from"),
            );
        }
        if letters > MOST_LETTERS {
            self.note(
                Rule::NameTotal,
                root,
                format!("its names have {letters} characters"),
            );
        }
    }

    fn node(&mut self, schema: &Value, pointer: &str, level: usize) {
        let node = match schema {
            Value::Object(node) => node,
            other => return self.note(Rule::BooleanSchema, pointer, format!("it is `{other}`")),
        };
        self.keywords(node, pointer);
        if self.input {
            self.input_keywords(node, pointer);
        }
        self.children(node, pointer, level);
    }

    /// What every schema may trip over.
    fn keywords(&mut self, node: &Map<String, Value>, pointer: &str) {
        for key in ["$schema", "$id"] {
            if let Some(value) = node.get(key) {
                self.note(
                    Rule::Dialect,
                    &below(pointer, key),
                    format!("it has the `{key}` {value}"),
                );
            }
        }
        if node.get("type").is_some_and(|kind| kind == "array") && node.get("items").is_none() {
            self.note(Rule::NoItems, pointer, "it is an array without `items`");
        }
        if node.contains_key("$ref") && node.len() > 1 {
            self.note(Rule::BesideReference, pointer, "it has a `$ref` and more");
        }
        let format = node.get("format").and_then(Value::as_str);
        if let Some(format) = format.filter(|format| !crate::schema::is_standard_format(format)) {
            self.note(
                Rule::UnknownFormat,
                &below(pointer, "format"),
                format!("it has the format `{format}`"),
            );
        }
        let old = |key: &str| match key {
            "exclusiveMinimum" | "exclusiveMaximum" => node.get(key).is_some_and(Value::is_boolean),
            "items" => node.get(key).is_some_and(Value::is_array),
            _ => node.contains_key(key),
        };
        let keys = [
            "exclusiveMinimum",
            "exclusiveMaximum",
            "items",
            "nullable",
            "definitions",
            "dependencies",
            "id",
        ];
        for key in keys.into_iter().filter(|key| old(key)) {
            self.note(
                Rule::OldKeyword,
                &below(pointer, key),
                format!("it has an old `{key}`"),
            );
        }
    }

    /// What only an input schema may trip over.
    fn input_keywords(&mut self, node: &Map<String, Value>, pointer: &str) {
        if says_no_type(node) {
            self.note(Rule::AnyValue, pointer, "it takes any value");
        }
        if let Some(Value::Array(types)) = node.get("type") {
            let found = format!("it has {} types", types.len());
            self.note(Rule::TypeList, &below(pointer, "type"), found);
        }
        for key in ["anyOf", "oneOf"] {
            if node.contains_key(key) {
                self.note(
                    Rule::Alternatives,
                    &below(pointer, key),
                    "it has alternatives",
                );
            }
        }
        for key in ["exclusiveMinimum", "exclusiveMaximum"] {
            if let Some(bound) = node.get(key).filter(|bound| bound.is_number()) {
                self.note(
                    Rule::ExclusiveBound,
                    &below(pointer, key),
                    format!("it has the `{key}` {bound}"),
                );
            }
        }
        if let Some(value) = node.get("const") {
            self.note(
                Rule::Const,
                &below(pointer, "const"),
                format!("it is always {value}"),
            );
        }
        if let Some(Value::Array(values)) = node.get("enum") {
            if let Some(value) = values.iter().find(|value| !value.is_string()) {
                let found = format!("it may be {value}");
                self.note(Rule::EnumOfNumbers, &below(pointer, "enum"), found);
            }
            self.values += values.len();
            self.letters += values
                .iter()
                .filter_map(Value::as_str)
                .map(str::len)
                .sum::<usize>();
        }
        if node.contains_key("$ref") {
            self.note(Rule::Recursion, pointer, "it contains itself");
        }
        let format = node.get("format").and_then(Value::as_str);
        let format = format.filter(|format| crate::schema::is_standard_format(format));
        if let Some(format) = format.filter(|format| !STRICT_FORMATS.contains(format)) {
            self.note(
                Rule::StrictFormat,
                &below(pointer, "format"),
                format!("it has the format `{format}`"),
            );
        }
        let pattern = node
            .get("pattern")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if ["(?=", "(?!", "(?<=", "(?<!"]
            .iter()
            .any(|look| pattern.contains(look))
        {
            self.note(
                Rule::LookAround,
                &below(pointer, "pattern"),
                format!("it has the pattern `{pattern}`"),
            );
        }
    }

    fn children(&mut self, node: &Map<String, Value>, pointer: &str, level: usize) {
        for (key, value) in node {
            let pointer = below(pointer, key);
            match (key.as_str(), value) {
                ("properties", Value::Object(members)) => {
                    self.depth = self.depth.max(level);
                    for (name, schema) in members {
                        let pointer = below(&pointer, name);
                        self.property(name, &pointer);
                        self.node(schema, &pointer, level + 1);
                    }
                }
                (
                    "$defs" | "definitions" | "patternProperties" | "dependentSchemas",
                    Value::Object(members),
                ) => {
                    for (name, schema) in members {
                        self.node(schema, &below(&pointer, name), level + 1);
                    }
                }
                // The one place where a boolean is safe.
                (
                    "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems",
                    Value::Bool(_),
                ) => {}
                ("items", Value::Object(_) | Value::Bool(_))
                | ("additionalProperties" | "contains" | "propertyNames", _) => {
                    self.depth = self.depth.max(level);
                    self.node(value, &pointer, level + 1);
                }
                ("not" | "if" | "then" | "else", _) => self.node(value, &pointer, level),
                ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => {
                    self.each(parts, &pointer, level);
                }
                ("prefixItems" | "items", Value::Array(parts)) => {
                    self.each(parts, &pointer, level + 1);
                }
                _ => {}
            }
        }
    }

    fn each(&mut self, schemas: &[Value], pointer: &str, level: usize) {
        for (index, schema) in schemas.iter().enumerate() {
            self.node(schema, &below(pointer, &index.to_string()), level);
        }
    }

    fn property(&mut self, name: &str, pointer: &str) {
        if !self.input {
            return;
        }
        self.properties += 1;
        self.letters += name.len();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        if !name.chars().all(plain) || !(1..=64).contains(&name.len()) {
            self.note(
                Rule::PropertyName,
                pointer,
                format!("the property is named `{name}`"),
            );
        } else if !starts_as_a_name(name) {
            self.note(
                Rule::PropertyStart,
                pointer,
                format!("the property is named `{name}`"),
            );
        }
    }
}

/// Whether nothing tells a client what kind of value is meant.
fn says_no_type(node: &Map<String, Value>) -> bool {
    let telling = [
        "type",
        "enum",
        "const",
        "$ref",
        "anyOf",
        "oneOf",
        "allOf",
        "properties",
        "items",
    ];
    !telling.iter().any(|key| node.contains_key(*key))
}
