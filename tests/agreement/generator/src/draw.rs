//! Values that a type takes, at its edges more often than not.

use crate::json::Json;
use crate::model::{
    Body, Constraint, Content, Enum, Field, Flattened, Integer, Key, Member, Tagging, Tool, Type,
    Universe,
};
use crate::number::Decimal;
use crate::random::Random;

const TEXTS: [&str; 14] = [
    "",
    "a",
    "abc",
    "\u{e9}",
    "\u{1f600}",
    "null",
    "5",
    "true",
    "[1]",
    " ",
    "a\nb",
    "\"q\"",
    "5.0",
    "-",
];
const FLOATS: [&str; 13] = [
    "0",
    "0.5",
    "-1.5",
    "1",
    "2.25",
    "1e10",
    "-0.0",
    "5.0",
    "1E-7",
    "123456.789",
    "3.4e38",
    "9007199254740993",
    "0.1",
];

/// Draws values.
pub struct Draw<'u, 'r> {
    /// The types.
    pub universe: &'u Universe,
    /// What decides.
    pub random: &'r mut Random,
}

impl Draw<'_, '_> {
    /// Arguments that a tool takes, most of the time.
    pub fn arguments(&mut self, tool: &Tool) -> Json {
        let mut members = Vec::new();
        for parameter in &tool.parameters {
            if parameter.flatten {
                self.flattened(&parameter.member.ty, &mut members, 4);
                continue;
            }
            let optional =
                parameter.default.is_some() || self.universe.is_nothing(&parameter.member.ty);
            if optional && self.random.percent(30) {
                continue;
            }
            let name = self.name(&parameter.name, &parameter.aliases);
            members.push((name, self.member(&parameter.member, 4)));
        }
        self.order(members)
    }

    /// A value of any type, where another was meant.
    pub fn stranger(&mut self) -> Json {
        match self.random.below(12) {
            0 => Json::Null,
            1 => Json::Bool(self.random.percent(50)),
            2 => Json::Number(
                self.random
                    .pick(&["0", "1", "-1", "2.5", "5.0", "1e3"])
                    .to_owned(),
            ),
            3 => Json::text(self.random.pick(&TEXTS)),
            4 => Json::Array(Vec::new()),
            5 => Json::Object(Vec::new()),
            6 => Json::Array(vec![Json::Number("1".to_owned())]),
            7 => Json::Object(vec![("a".to_owned(), Json::Number("1".to_owned()))]),
            8 => Json::text("Low"),
            _ => {
                let index = self.random.below(self.universe.types.len());
                self.value(&Type::Named(index), &Constraint::default(), 1)
            }
        }
    }

    fn name(&mut self, name: &str, aliases: &[String]) -> String {
        if aliases.is_empty() || self.random.percent(75) {
            return name.to_owned();
        }
        self.random.one_of(aliases).clone()
    }

    /// In the order of declaration, or in any.
    fn order(&mut self, mut members: Vec<(String, Json)>) -> Json {
        if self.random.percent(30) {
            self.random.shuffle(&mut members);
        }
        Json::Object(members)
    }

    fn member(&mut self, member: &Member, depth: usize) -> Json {
        self.value(&member.ty, &member.constraint, depth)
    }

    fn plain(&mut self, ty: &Type, depth: usize) -> Json {
        self.value(ty, &Constraint::default(), depth)
    }

    fn value(&mut self, ty: &Type, constraint: &Constraint, depth: usize) -> Json {
        match ty {
            Type::Bool => Json::Bool(self.random.percent(50)),
            Type::Unit => Json::Null,
            Type::Any if depth > 1 => self.stranger(),
            Type::Any => Json::text("anything"),
            Type::Integer(integer) => self.integer(integer, constraint, false),
            Type::NonZero(integer) => self.integer(integer, constraint, true),
            Type::F32 | Type::F64 => self.float(constraint),
            Type::Char => Json::text(self.random.pick(&["a", "\u{e9}", "\u{1f600}", "\"", "\n"])),
            Type::Text(_) => self.text(constraint),
            // Three options of the type itself in a tuple would never end otherwise.
            Type::Option(inner) if depth == 0 && inner.has_name() => Json::Null,
            Type::Option(_) if self.random.percent(if depth > 0 { 8 } else { 60 }) => Json::Null,
            Type::Option(inner) | Type::Boxed(inner) => self.value(inner, constraint, depth),
            Type::Vec(element) => {
                let inner = constraint.inner.as_deref().cloned().unwrap_or_default();
                let length = self.count(constraint, depth);
                Json::Array(
                    (0..length)
                        .map(|_| self.value(element, &inner, depth.saturating_sub(1)))
                        .collect(),
                )
            }
            Type::Set { element, .. } => {
                let mut elements: Vec<Json> = Vec::new();
                for _ in 0..self.count(constraint, depth) {
                    let value = self.plain(element, depth.saturating_sub(1));
                    if !elements.iter().any(|known| known.same(&value)) {
                        elements.push(value);
                    }
                }
                Json::Array(elements)
            }
            Type::Array(element, length) => Json::Array(
                (0..*length)
                    .map(|_| self.plain(element, depth.saturating_sub(1)))
                    .collect(),
            ),
            Type::Tuple(types) => Json::Array(
                types
                    .iter()
                    .map(|ty| self.plain(ty, depth.saturating_sub(1)))
                    .collect(),
            ),
            Type::Map { key, value, .. } => {
                let mut members = Vec::new();
                self.map(key, value, &mut members, depth);
                Json::Object(members)
            }
            Type::Named(index) => self.named(*index, depth),
        }
    }

    fn count(&mut self, constraint: &Constraint, depth: usize) -> usize {
        let least = constraint.min_length.unwrap_or(0);
        let most = constraint.max_length.unwrap_or(least + 2);
        if depth == 0 {
            least
        } else {
            least + self.random.below(most - least + 1)
        }
    }

    fn integer(&mut self, integer: &Integer, constraint: &Constraint, not_zero: bool) -> Json {
        let bound =
            |text: &Option<String>| text.as_deref().and_then(|text| Decimal::of(text).integer());
        let least = bound(&constraint.minimum)
            .unwrap_or(i128::MIN)
            .max(integer.least);
        let most = bound(&constraint.maximum)
            .unwrap_or(i128::MAX)
            .min(integer.most);
        let step = constraint.multiple_of.unwrap_or(1);
        let edge = 1_i128 << 53;
        let wished = match self.random.below(14) {
            0..=1 => least,
            2..=3 => most,
            4 => 0,
            5 => -1,
            6 => edge - 1 + self.random.number_below(3),
            7 => -edge - 1 + self.random.number_below(3),
            8 => 1 << 63,
            9 => 1 << 64,
            _ => self.random.number_below(300) - 100,
        };
        let mut value = wished.clamp(least, most);
        value -= value % step;
        if not_zero && value == 0 {
            value = if most >= step { step } else { -step };
        }
        let digits = value.to_string();
        let token = match self.random.below(25) {
            0 => format!("{digits}.0"),
            1 if value % 100 == 0 && value != 0 => format!("{}e2", value / 100),
            2 => format!("{digits}e0"),
            3 if value == 0 => "-0".to_owned(),
            _ => digits,
        };
        Json::Number(token)
    }

    fn float(&mut self, constraint: &Constraint) -> Json {
        // Beyond an `f32`.
        if *constraint == Constraint::default() && self.random.percent(1) {
            return Json::Number("1e39".to_owned());
        }
        let mut choices: Vec<&str> = FLOATS.to_vec();
        choices.extend(constraint.minimum.as_deref());
        choices.extend(constraint.maximum.as_deref());
        choices.retain(|token| {
            let value = Decimal::of(token);
            constraint
                .minimum
                .as_deref()
                .is_none_or(|least| Decimal::of(least) <= value)
                && constraint
                    .maximum
                    .as_deref()
                    .is_none_or(|most| value <= Decimal::of(most))
        });
        Json::Number(self.random.pick(&choices).to_owned())
    }

    fn text(&mut self, constraint: &Constraint) -> Json {
        if let Some(pattern) = constraint.pattern {
            let choices = if self.random.percent(80) {
                pattern.good
            } else {
                pattern.near
            };
            return Json::text(self.random.pick(choices));
        }
        if constraint.min_length.is_none() && constraint.max_length.is_none() {
            return Json::text(self.random.pick(&TEXTS));
        }
        let letter = self.random.pick(&["a", "\u{e9}", "\u{1f600}"]);
        Json::String(letter.repeat(self.count(constraint, 1)))
    }

    fn map(&mut self, key: &Key, value: &Type, members: &mut Vec<(String, Json)>, depth: usize) {
        let count = if depth == 0 { 0 } else { self.random.below(3) };
        for _ in 0..count {
            let name = self.key(key);
            if members.iter().all(|(known, _)| *known != name) {
                members.push((name, self.plain(value, depth.saturating_sub(1))));
            }
        }
    }

    fn key(&mut self, key: &Key) -> String {
        match key {
            Key::Text => self
                .random
                .pick(&["a", "b", "type", "", "5", "with space", "\u{e9}"])
                .to_owned(),
            Key::Char => self.random.pick(&["a", "\u{1f600}"]).to_owned(),
            Key::Bool => self.random.percent(50).to_string(),
            Key::Integer(integer) => match self.random.below(4) {
                0 => integer.least.to_string(),
                1 => integer.most.to_string(),
                _ => self.random.below(100).to_string(),
            },
            Key::Names(index) => match &self.universe.definition(*index).body {
                Body::Enum(body) => self.random.one_of(&body.variants).name.clone(),
                _ => unreachable!("a name of something that is no enum"),
            },
        }
    }

    fn named(&mut self, index: usize, depth: usize) -> Json {
        let depth = depth.saturating_sub(1);
        match &self.universe.definition(index).body {
            Body::Struct(body) => {
                let members = self.members(&body.fields, body.default, !body.deny, depth);
                self.order(members)
            }
            Body::Newtype { member, .. } => self.member(member, depth),
            Body::Tuple(members) => self.tuple(members, depth),
            Body::Unit => Json::Null,
            Body::Enum(body) => self.choice(body, depth),
        }
    }

    fn tuple(&mut self, members: &[Member], depth: usize) -> Json {
        Json::Array(
            members
                .iter()
                .map(|member| self.member(member, depth))
                .collect(),
        )
    }

    fn members(
        &mut self,
        fields: &[Field],
        default: bool,
        open: bool,
        depth: usize,
    ) -> Vec<(String, Json)> {
        let mut members = Vec::new();
        self.fields(fields, default, &mut members, depth);
        if open && self.random.percent(4) && members.iter().all(|(name, _)| name != "unheard_of") {
            members.push(("unheard_of".to_owned(), Json::text("x")));
        }
        members
    }

    fn fields(
        &mut self,
        fields: &[Field],
        default: bool,
        members: &mut Vec<(String, Json)>,
        depth: usize,
    ) {
        for field in fields {
            if field.flatten {
                self.flattened(&field.member.ty, members, depth);
                continue;
            }
            let optional =
                default || field.default.is_some() || self.universe.is_option(&field.member.ty);
            if optional && self.random.percent(if depth > 0 { 35 } else { 90 }) {
                continue;
            }
            let name = self.name(&field.name, &field.aliases);
            members.push((name, self.member(&field.member, depth)));
        }
    }

    fn flattened(&mut self, ty: &Type, members: &mut Vec<(String, Json)>, depth: usize) {
        match self.universe.flattened(ty) {
            Some(Flattened::Struct { fields, optional }) => {
                if !(optional && self.random.percent(40)) {
                    let before = members.len();
                    self.fields(fields, false, members, depth);
                    // Some of them without the others.
                    if optional && members.len() > before && self.random.percent(10) {
                        let own = members.len() - before;
                        members.remove(before + self.random.below(own));
                    }
                }
            }
            Some(Flattened::Map { key, value }) => self.map(key, value, members, depth),
            Some(Flattened::Enum(body)) => match self.choice(body, depth) {
                Json::Object(more) => members.extend(more),
                _ => unreachable!("only what has members is flattened"),
            },
            None => unreachable!("only what has members is flattened"),
        }
    }

    fn choice(&mut self, body: &Enum, depth: usize) -> Json {
        let variant = if depth == 0 {
            &body.variants[0]
        } else {
            self.random.one_of(&body.variants)
        };
        let name = self.name(&variant.name, &variant.aliases);
        match &body.tagging {
            Tagging::External => match variant.content {
                Content::Unit => Json::String(name),
                _ => Json::Object(vec![(name, self.content(body, &variant.content, depth))]),
            },
            Tagging::Internal(tag) => {
                let mut members = vec![((*tag).to_owned(), Json::String(name))];
                match &variant.content {
                    Content::Unit => {}
                    content => match self.content(body, content, depth) {
                        Json::Object(more) => {
                            members.extend(more.into_iter().filter(|(name, _)| name != tag));
                        }
                        _ => unreachable!("a tag beside something without members"),
                    },
                }
                self.order(members)
            }
            Tagging::Adjacent(tag, content) => {
                let mut members = vec![((*tag).to_owned(), Json::String(name))];
                if !matches!(variant.content, Content::Unit) {
                    members.push((
                        (*content).to_owned(),
                        self.content(body, &variant.content, depth),
                    ));
                } else if !body.deny && self.random.percent(4) {
                    members.push(((*content).to_owned(), self.stranger()));
                }
                self.order(members)
            }
            Tagging::Untagged => self.content(body, &variant.content, depth),
        }
    }

    fn content(&mut self, body: &Enum, content: &Content, depth: usize) -> Json {
        match content {
            Content::Unit => Json::Null,
            Content::Newtype(member) => self.member(member, depth),
            Content::Tuple(members) => self.tuple(members, depth),
            Content::Struct(fields) => {
                let members = self.members(fields, false, !body.deny, depth);
                self.order(members)
            }
        }
    }
}
