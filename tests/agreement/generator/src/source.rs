//! Types and tools as Rust source.

use std::fmt::Write as _;
use std::ops::Range;

use crate::model::{
    Body, By, Constraint, Content, Definition, Enum, Field, FieldDefault, Key, Member, Struct,
    Tagging, Tool, Type, Universe,
};

impl Universe {
    /// The source of the types and tools whose indexes these are, and of a function that registers the tools.
    pub fn source(&self, part: Range<usize>) -> String {
        let mut source = Source {
            universe: self,
            by_schema: false,
            out: String::new(),
        };
        for (definition, tool) in self.types[part.clone()]
            .iter()
            .zip(&self.tools[part.clone()])
        {
            source.definition(definition);
            source.tool(tool);
        }
        source
            .out
            .push_str("pub fn register(builder: Builder) -> Builder {\n    builder\n");
        for tool in &self.tools[part] {
            let _ = writeln!(source.out, "        .tool::<{}>()", tool.name);
        }
        source.out.push_str("}\n");
        source.out
    }
}

struct Source<'u> {
    universe: &'u Universe,
    /// Whether the type that is written is under `#[schema]`.
    by_schema: bool,
    out: String,
}

impl Source<'_> {
    fn definition(&mut self, definition: &Definition) {
        self.by_schema = definition.by_schema;
        let mut derives = Vec::new();
        if self.by_schema {
            self.out.push_str("#[schema]\n");
        } else {
            derives.extend(["Serialize", "Deserialize", "JsonSchema"]);
        }
        if definition.ordered {
            derives.extend(["PartialEq", "Eq", "Hash", "PartialOrd", "Ord"]);
        }
        if definition.default {
            derives.push("Default");
        }
        if !derives.is_empty() {
            let _ = writeln!(self.out, "#[derive({})]", derives.join(", "));
        }
        let name = &definition.name;
        match &definition.body {
            Body::Struct(body) => self.structure(name, body),
            Body::Newtype {
                member,
                transparent,
            } => {
                if *transparent {
                    self.container(&["transparent".to_owned()]);
                }
                let field = self.unnamed(member, "pub ");
                let _ = writeln!(self.out, "pub struct {name}({field});");
            }
            Body::Tuple(members) => {
                let fields = self.all_unnamed(members, "pub ");
                let _ = writeln!(self.out, "pub struct {name}({fields});");
            }
            Body::Unit => {
                let _ = writeln!(self.out, "pub struct {name};");
            }
            Body::Enum(body) => self.enumeration(name, body),
        }
    }

    fn container(&mut self, serde: &[String]) {
        if !serde.is_empty() {
            let _ = writeln!(self.out, "#[serde({})]", serde.join(", "));
        }
    }

    fn structure(&mut self, name: &str, body: &Struct) {
        let mut serde = Vec::new();
        serde.extend(body.rename_all.map(|case| format!("rename_all = {case:?}")));
        let is_closed = self.by_schema && !body.fields.iter().any(|field| field.flatten);
        serde.extend((body.deny && !is_closed).then(|| "deny_unknown_fields".to_owned()));
        serde.extend(body.default.then(|| "default".to_owned()));
        self.container(&serde);
        let _ = writeln!(self.out, "pub struct {name} {{");
        self.fields(&body.fields, "    ", "pub ");
        self.out.push_str("}\n");
    }

    fn enumeration(&mut self, name: &str, body: &Enum) {
        let mut serde = Vec::new();
        match &body.tagging {
            Tagging::External => {}
            Tagging::Internal(tag) => serde.push(format!("tag = {tag:?}")),
            Tagging::Adjacent(tag, content) => {
                serde.push(format!("tag = {tag:?}, content = {content:?}"));
            }
            Tagging::Untagged => serde.push("untagged".to_owned()),
        }
        let case = body
            .rename_all
            .filter(|case| !(self.by_schema && *case == "snake_case"));
        serde.extend(case.map(|case| format!("rename_all = {case:?}")));
        serde.extend((body.deny && !self.by_schema).then(|| "deny_unknown_fields".to_owned()));
        self.container(&serde);
        let _ = writeln!(self.out, "pub enum {name} {{");
        for variant in &body.variants {
            let mut serde = Vec::new();
            if variant.renamed {
                serde.push(format!("rename = {:?}", variant.name));
            }
            serde.extend(
                variant
                    .aliases
                    .iter()
                    .map(|alias| format!("alias = {alias:?}")),
            );
            self.out.push_str("    ");
            if !serde.is_empty() {
                let _ = write!(self.out, "#[serde({})] ", serde.join(", "));
            }
            self.out.push_str(&variant.ident);
            match &variant.content {
                Content::Unit => {}
                Content::Newtype(member) => {
                    let field = self.unnamed(member, "");
                    let _ = write!(self.out, "({field})");
                }
                Content::Tuple(members) => {
                    let fields = self.all_unnamed(members, "");
                    let _ = write!(self.out, "({fields})");
                }
                Content::Struct(fields) => {
                    self.out.push_str(" {\n");
                    self.fields(fields, "        ", "");
                    self.out.push_str("    }");
                }
            }
            self.out.push_str(",\n");
        }
        self.out.push_str("}\n");
    }

    fn all_unnamed(&self, members: &[Member], visibility: &str) -> String {
        let fields: Vec<String> = members
            .iter()
            .map(|member| self.unnamed(member, visibility))
            .collect();
        fields.join(", ")
    }

    fn unnamed(&self, member: &Member, visibility: &str) -> String {
        format!(
            "{}{visibility}{}",
            self.attributes(member, &[]),
            self.ty(&member.ty)
        )
    }

    fn fields(&mut self, fields: &[Field], indent: &str, visibility: &str) {
        for field in fields {
            let mut serde = Vec::new();
            if field.renamed {
                serde.push(format!("rename = {:?}", field.name));
            }
            serde.extend(
                field
                    .aliases
                    .iter()
                    .map(|alias| format!("alias = {alias:?}")),
            );
            match field.default {
                None => {}
                Some(FieldDefault::Trait) => serde.push("default".to_owned()),
                Some(FieldDefault::Path(path)) => serde.push(format!("default = {path:?}")),
            }
            if field.flatten {
                serde.push("flatten".to_owned());
            }
            if field.skip_none {
                serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
            }
            let attributes = self.attributes(&field.member, &serde);
            let (name, ty) = (&field.ident, self.ty(&field.member.ty));
            let _ = writeln!(self.out, "{indent}{attributes}{visibility}{name}: {ty},");
        }
    }

    /// The attributes of a field, with a space behind them.
    fn attributes(&self, member: &Member, serde: &[String]) -> String {
        let mut out = String::new();
        let mut constraint = member.constraint.clone();
        if self.by_schema {
            let keys = keywords(&constraint, &member.ty);
            if !keys.is_empty() {
                let _ = write!(out, "#[schema({})] ", keys.join(", "));
            }
            // What narrows elements is left to schemars.
            constraint = Constraint {
                inner: constraint.inner,
                ..Constraint::default()
            };
        }
        if !serde.is_empty() {
            let _ = write!(out, "#[serde({})] ", serde.join(", "));
        }
        let schemars = schemars(&constraint);
        if !schemars.is_empty() {
            let _ = write!(out, "#[schemars({})] ", schemars.join(", "));
        }
        out
    }

    fn tool(&mut self, tool: &Tool) {
        let mut parameters = String::new();
        for parameter in &tool.parameters {
            let mut keys = Vec::new();
            if parameter.name != parameter.ident {
                keys.push(format!("name = {:?}", parameter.name));
            }
            keys.extend(
                parameter
                    .aliases
                    .iter()
                    .map(|alias| format!("alias = {alias:?}")),
            );
            match parameter.default {
                None => {}
                Some("") => keys.push("default".to_owned()),
                Some(expression) => keys.push(format!("default = {expression}")),
            }
            if parameter.flatten {
                keys.push("flatten".to_owned());
            }
            keys.extend(keywords(&parameter.member.constraint, &parameter.member.ty));
            let ty = match (parameter.by, &parameter.member.ty) {
                (By::Slice, Type::Vec(element)) => format!("&[{}]", self.ty(element)),
                (By::Slice, _) => "&str".to_owned(),
                (By::Reference, ty) => format!("&{}", self.ty(ty)),
                (By::Value, ty) => self.ty(ty),
            };
            if !keys.is_empty() {
                let _ = writeln!(parameters, "    #[arg({})]", keys.join(", "));
            }
            let _ = writeln!(parameters, "    {}: {ty},", parameter.ident);
        }
        let main = tool
            .parameters
            .iter()
            .find(|parameter| parameter.ident == "main_value");
        let (returns, body) = match main {
            Some(main) if tool.echoes => (
                format!(" -> Json<{}>", self.ty(&main.member.ty)),
                "Json(main_value)",
            ),
            _ => (String::new(), ""),
        };
        let name = &tool.name;
        let _ = writeln!(
            self.out,
            "/// Take it.\n#[tool]\npub fn {name}(\n{parameters}){returns} {{\n    {body}\n}}"
        );
    }

    fn ty(&self, ty: &Type) -> String {
        let name_of = |index: &usize| self.universe.definition(*index).name.clone();
        match ty {
            Type::Bool => "bool".into(),
            Type::Integer(integer) => integer.name.into(),
            Type::NonZero(integer) => format!("NonZero<{}>", integer.name),
            Type::F32 => "f32".into(),
            Type::F64 => "f64".into(),
            Type::Char => "char".into(),
            Type::Text(holder) => (*holder).into(),
            Type::Unit => "()".into(),
            Type::Any => "Value".into(),
            Type::Option(inner) => format!("Option<{}>", self.ty(inner)),
            Type::Boxed(inner) => format!("Box<{}>", self.ty(inner)),
            Type::Vec(element) => format!("Vec<{}>", self.ty(element)),
            Type::Set {
                hashed: true,
                element,
            } => format!("HashSet<{}>", self.ty(element)),
            Type::Set { element, .. } => format!("BTreeSet<{}>", self.ty(element)),
            Type::Array(element, length) => format!("[{}; {length}]", self.ty(element)),
            Type::Tuple(types) => {
                let types = types.iter().map(|ty| self.ty(ty) + ", ");
                format!("({})", types.collect::<String>())
            }
            Type::Map { hashed, key, value } => {
                let map = if *hashed { "HashMap" } else { "BTreeMap" };
                let key = match key {
                    Key::Text => "String".to_owned(),
                    Key::Integer(integer) => integer.name.to_owned(),
                    Key::Char => "char".to_owned(),
                    Key::Bool => "bool".to_owned(),
                    Key::Names(index) => name_of(index),
                };
                format!("{map}<{key}, {}>", self.ty(value))
            }
            Type::Named(index) => name_of(index),
        }
    }
}

/// The keys of `#[schema]` and `#[arg]`.
fn keywords(constraint: &Constraint, ty: &Type) -> Vec<String> {
    let mut keys = Vec::new();
    let mut key = |name: &str, value: Option<String>| {
        keys.extend(value.map(|value| format!("{name} = {value}")));
    };
    key("minimum", constraint.minimum.clone());
    key("maximum", constraint.maximum.clone());
    key(
        "multiple_of",
        constraint.multiple_of.map(|step| step.to_string()),
    );
    let (least, most) = if counts_elements(ty) {
        ("min_items", "max_items")
    } else {
        ("min_length", "max_length")
    };
    key(
        least,
        constraint.min_length.map(|length| length.to_string()),
    );
    key(most, constraint.max_length.map(|length| length.to_string()));
    key(
        "pattern",
        constraint
            .pattern
            .map(|pattern| format!("{:?}", pattern.regex)),
    );
    keys
}

fn counts_elements(ty: &Type) -> bool {
    match ty {
        Type::Option(inner) | Type::Boxed(inner) => counts_elements(inner),
        Type::Vec(_) => true,
        _ => false,
    }
}

/// The keys of `#[schemars]`.
fn schemars(constraint: &Constraint) -> Vec<String> {
    let mut keys = Vec::new();
    let pair = |name: &str, least: Option<String>, most: Option<String>| {
        let least = least.map(|least| format!("min = {least}"));
        let most = most.map(|most| format!("max = {most}"));
        let bounds: Vec<String> = least.into_iter().chain(most).collect();
        (!bounds.is_empty()).then(|| format!("{name}({})", bounds.join(", ")))
    };
    keys.extend(pair(
        "range",
        constraint.minimum.clone(),
        constraint.maximum.clone(),
    ));
    let text = |length: Option<usize>| length.map(|length| length.to_string());
    keys.extend(pair(
        "length",
        text(constraint.min_length),
        text(constraint.max_length),
    ));
    keys.extend(
        constraint
            .multiple_of
            .map(|step| format!("extend(\"multipleOf\" = {step})")),
    );
    keys.extend(
        constraint
            .pattern
            .map(|pattern| format!("regex(pattern = {:?})", pattern.regex)),
    );
    if let Some(inner) = &constraint.inner {
        let inner = schemars(inner);
        if !inner.is_empty() {
            keys.push(format!("inner({})", inner.join(", ")));
        }
    }
    keys
}
