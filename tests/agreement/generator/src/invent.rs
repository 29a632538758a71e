//! The invention of types and tools.

use crate::model::{
    Body, By, Constraint, Content, Definition, Enum, Field, FieldDefault, INTEGERS, Key, Member,
    PATTERNS, Parameter, Struct, Tagging, Tool, Type, Universe, Variant,
};
use crate::random::Random;

/// Types stand at most so deep inside each other.
const DEEPEST: usize = 4;

/// Names of fields; each is used once in a type.
const IDENTS: [&str; 18] = [
    "name",
    "first_name",
    "last_seen",
    "count",
    "kind_of",
    "unit",
    "note",
    "zip_code",
    "owner_id",
    "is_open",
    "labels",
    "page_size",
    "extra_data",
    "score",
    "window",
    "limits",
    "path_to",
    "origin",
];

/// Names in JSON that no field could have in Rust.
const RENAMES: [&str; 12] = [
    "type",
    "x-y",
    "a.b",
    "1st",
    "ref",
    "camelCase",
    "\u{dc}ber",
    "with space",
    "$id",
    "a/b",
    "~",
    "default",
];

const VARIANTS: [&str; 10] = [
    "Low",
    "High",
    "FirstChoice",
    "NoneOfThem",
    "Box2",
    "Url",
    "Left",
    "Right",
    "Both",
    "LastOne",
];

const CASES: [&str; 6] = [
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "PascalCase",
    "lowercase",
];

const TAGS: [(&str, &str); 3] = [("kind", "value"), ("t", "c"), ("@type", "data-of")];

impl Universe {
    /// So many types, and a tool for each.
    pub fn invent(seed: u64, count: usize) -> Self {
        let mut universe = Self {
            types: Vec::new(),
            tools: Vec::new(),
        };
        for index in 0..count {
            let mut random = Random::of_part(seed, u64::try_from(index).unwrap_or_default());
            let by_schema = random.percent(40);
            let definition = Inventor {
                universe: &universe,
                random: &mut random,
                own: index,
                by_schema,
            }
            .definition();
            universe.types.push(definition);
            let tool = Inventor {
                universe: &universe,
                random: &mut random,
                own: index,
                by_schema,
            }
            .tool();
            universe.tools.push(tool);
        }
        universe
    }
}

/// What a type must not be where it stands.
#[derive(Clone, Copy, Default)]
struct Needs {
    /// It can stand in a set.
    ordered: bool,
    /// It has a `Default`.
    default: bool,
    /// serde reads it into a buffer first.
    buffered: bool,
}

struct Inventor<'u, 'r> {
    universe: &'u Universe,
    random: &'r mut Random,
    /// The index of the type that is being made.
    own: usize,
    /// Whether that is under `#[schema]`.
    by_schema: bool,
}

impl Inventor<'_, '_> {
    fn definition(&mut self) -> Definition {
        let ordered = self.random.percent(12);
        let default = !ordered && self.random.percent(12);
        let body = match self.random.below(100) {
            _ if ordered => self.ordered_body(),
            _ if default => Body::Struct(self.structure(
                Needs {
                    default: true,
                    ..Needs::default()
                },
                true,
            )),
            0..=39 => Body::Struct(self.structure(Needs::default(), false)),
            40..=45 => self.newtype(),
            46..=51 => Body::Tuple(self.members(2, 4, Needs::default())),
            52..=53 => Body::Unit,
            54..=67 => Body::Enum(self.enumeration(Tagging::External)),
            68..=78 => {
                let (tag, _) = self.random.pick(&TAGS);
                Body::Enum(self.enumeration(Tagging::Internal(tag)))
            }
            79..=88 => {
                let (tag, content) = self.random.pick(&TAGS);
                Body::Enum(self.enumeration(Tagging::Adjacent(tag, content)))
            }
            _ => Body::Enum(self.enumeration(Tagging::Untagged)),
        };
        let mut facts = Facts {
            wide: false,
            numeric_keys: false,
            level: 0,
        };
        body.members()
            .into_iter()
            .for_each(|member| facts.add(self.universe, self.own, &member.ty));
        let Facts {
            wide,
            numeric_keys,
            level,
        } = facts;
        Definition {
            name: format!("Type{}", self.own),
            body,
            by_schema: self.by_schema,
            ordered,
            default,
            wide,
            numeric_keys,
            level,
        }
    }

    /// A type that can stand in a set and be the key of a map.
    fn ordered_body(&mut self) -> Body {
        if self.random.percent(25) {
            let member = Member {
                ty: self.scalar(Needs {
                    ordered: true,
                    ..Needs::default()
                }),
                ..Member::free()
            };
            return Body::Newtype {
                member,
                transparent: false,
            };
        }
        let mut names = self.enumeration(Tagging::External);
        for variant in &mut names.variants {
            variant.content = Content::Unit;
            variant.aliases.clear();
        }
        Body::Enum(names)
    }

    fn newtype(&mut self) -> Body {
        let member = self.no_loop(Needs::default());
        let transparent = self.random.percent(40) && !contains(&member.ty, self.own);
        Body::Newtype {
            member,
            transparent,
        }
    }

    /// A member that is not the type itself again, with nothing of the value between: nobody could read that.
    fn no_loop(&mut self, needs: Needs) -> Member {
        loop {
            let member = self.member(needs);
            if !is_again(&member.ty, self.own) {
                return member;
            }
        }
    }

    fn structure(&mut self, needs: Needs, default: bool) -> Struct {
        let rename_all = self.random.percent(25).then(|| self.random.pick(&CASES));
        let mut fields = self.fields(needs, rename_all, 6);
        let default = default && self.random.percent(60);
        let mut deny = self.random.percent(45);
        if self.random.percent(25) {
            self.flatten(&mut fields, needs, deny);
        }
        if self.by_schema && !fields.iter().any(|field| field.flatten) {
            deny = true;
        }
        // A map takes all names that are left.
        if fields
            .iter()
            .any(|field| matches!(field.member.ty, Type::Map { .. }) && field.flatten)
        {
            deny = false;
        }
        Struct {
            fields,
            deny,
            default,
            rename_all,
        }
    }

    fn fields(
        &mut self,
        needs: Needs,
        rename_all: Option<&'static str>,
        most: usize,
    ) -> Vec<Field> {
        let count = self.random.below(most + 1);
        let mut idents = IDENTS.to_vec();
        self.random.shuffle(&mut idents);
        let mut taken: Vec<String> = Vec::new();
        let mut fields = Vec::new();
        for ident in idents.into_iter().take(count) {
            let field = self.field(ident, needs, rename_all);
            let names = field.aliases.iter().chain([&field.name]);
            if names.clone().all(|name| !taken.contains(name)) {
                taken.extend(names.cloned());
                fields.push(field);
            }
        }
        fields
    }

    fn field(&mut self, ident: &str, needs: Needs, rename_all: Option<&str>) -> Field {
        let renamed = self.random.percent(15);
        let name = match rename_all {
            _ if renamed => self.random.pick(&RENAMES).to_owned(),
            Some(case) => of_field(ident, case),
            None => ident.to_owned(),
        };
        let mut member = self.member(needs);
        // A constraint that the default does not keep would be a fault of the type.
        if needs.default {
            member.constraint = Constraint::default();
        }
        let default = self
            .random
            .percent(18)
            .then(|| self.field_default(&mut member))
            .flatten();
        let skip_none = matches!(member.ty, Type::Option(_)) && self.random.percent(50);
        let aliases = match self.random.below(100) {
            0..=7 => vec![format!("{ident}_too")],
            8..=10 => vec![ident.to_uppercase(), format!("{ident}_old")],
            _ => Vec::new(),
        };
        Field {
            ident: ident.to_owned(),
            name,
            renamed,
            aliases,
            member,
            default,
            flatten: false,
            skip_none,
        }
    }

    fn field_default(&mut self, member: &mut Member) -> Option<FieldDefault> {
        if self.has_default(&member.ty) {
            member.constraint = Constraint::default();
            return Some(FieldDefault::Trait);
        }
        match member.ty {
            Type::NonZero(_) => None,
            _ if self.random.percent(30) => {
                *member = Member {
                    ty: Type::Integer(INTEGERS[4]),
                    ..Member::free()
                };
                Some(FieldDefault::Path("seven"))
            }
            _ => None,
        }
    }

    /// Gives one or two fields without names of their own.
    fn flatten(&mut self, fields: &mut Vec<Field>, needs: Needs, deny: bool) {
        let free = |inventor: &Self, fields: &[Field], ty: &Type| {
            let taken = inventor.universe.names(fields);
            match inventor.universe.flattened(ty) {
                Some(crate::model::Flattened::Struct { fields: inner, .. }) => {
                    let names = inventor.universe.names(inner);
                    names
                        .iter()
                        .all(|name| name != "*" && !taken.contains(name))
                }
                _ => false,
            }
        };
        for ident in ["flat_one", "flat_two"] {
            let candidates: Vec<Type> = (0..self.own)
                .filter(|index| {
                    let definition = self.universe.definition(*index);
                    let Body::Struct(body) = &definition.body else {
                        return false;
                    };
                    // A closed struct finds nothing in what flattens something in its turn.
                    let flattens = body.fields.iter().any(|field| field.flatten);
                    !(flattens && (deny || body.deny))
                        && definition.is_bufferable()
                        && definition.level < DEEPEST
                        && (!needs.default || definition.default)
                })
                .map(Type::Named)
                .filter(|ty| free(self, fields, ty))
                .collect();
            if candidates.is_empty() || (ident == "flat_two" && self.random.percent(60)) {
                break;
            }
            let mut ty = self.random.one_of(&candidates).clone();
            if self.random.percent(20) {
                ty = Type::Option(Box::new(ty));
            }
            fields.push(flat(ident, ty));
        }
        if !deny && !fields.iter().any(|field| field.flatten) && self.random.percent(60) {
            let taken = self.universe.names(fields);
            let fits = |index: &usize| {
                let definition = self.universe.definition(*index);
                let Body::Enum(body) = &definition.body else {
                    return false;
                };
                let names = self.universe.names_of_enum(body);
                definition.is_bufferable()
                    && definition.level < DEEPEST
                    && !needs.default
                    && names.is_some_and(|names| names.iter().all(|name| !taken.contains(name)))
            };
            let candidates: Vec<usize> = (0..self.own).filter(fits).collect();
            if !candidates.is_empty() {
                let index = self.random.pick(&candidates);
                fields.push(flat("flat_kind", Type::Named(index)));
                return;
            }
        }
        // Beside a map, too, what flattens something in its turn is not found.
        let flattens = |field: &Field| match self.universe.flattened(&field.member.ty) {
            Some(crate::model::Flattened::Struct { fields, .. }) => {
                fields.iter().any(|field| field.flatten)
            }
            _ => false,
        };
        if !fields.iter().any(|field| field.flatten && flattens(field)) && self.random.percent(25) {
            let value = self.scalar(Needs {
                buffered: true,
                ..needs
            });
            let hashed = self.random.percent(50);
            let map = Type::Map {
                hashed,
                key: Key::Text,
                value: Box::new(value),
            };
            fields.push(flat("flat_rest", map));
        }
    }

    fn enumeration(&mut self, tagging: Tagging) -> Enum {
        let mut rename_all = self.random.percent(50).then(|| self.random.pick(&CASES));
        if self.by_schema {
            rename_all = rename_all.or(Some("snake_case"));
        }
        let mut deny = self.random.percent(40);
        let count = 1 + self.random.below(4);
        let mut idents = VARIANTS.to_vec();
        self.random.shuffle(&mut idents);
        let mut taken: Vec<String> = Vec::new();
        let mut variants: Vec<Variant> = Vec::new();
        for ident in idents.into_iter().take(count) {
            let renamed = self.random.percent(12);
            let name = match rename_all {
                _ if renamed => self.random.pick(&RENAMES).to_owned(),
                Some(case) => of_variant(ident, case),
                None => ident.to_owned(),
            };
            let has_alias = self.random.percent(8) && tagging != Tagging::Untagged;
            let aliases = if has_alias {
                vec![format!("{ident}Too")]
            } else {
                Vec::new()
            };
            if taken.contains(&name) {
                continue;
            }
            taken.push(name.clone());
            let content = self.content(&tagging);
            variants.push(Variant {
                ident: ident.to_owned(),
                name,
                renamed,
                aliases,
                content,
            });
        }
        // Where recursion has to end, it ends in the first variant.
        if let Some(first) = variants
            .iter()
            .position(|variant| !variant.content.recurs(self.own))
        {
            variants.swap(0, first);
        } else {
            variants[0].content = Content::Unit;
        }
        // With the unit behind the other, the two have the schema of an `Option`.
        if let [
            _,
            Variant {
                content: Content::Unit,
                ..
            },
        ] = variants.as_slice()
            && tagging == Tagging::Untagged
        {
            variants.swap(0, 1);
        }
        let has_members = |variant: &Variant| matches!(variant.content, Content::Struct(_));
        let has_tag = !matches!(tagging, Tagging::External | Tagging::Untagged);
        deny |= self.by_schema && (has_tag || variants.iter().any(has_members));
        Enum {
            tagging,
            variants,
            deny,
            rename_all,
        }
    }

    fn content(&mut self, tagging: &Tagging) -> Content {
        let needs = Needs {
            buffered: *tagging != Tagging::External,
            ..Needs::default()
        };
        let kind = self.random.below(100);
        if let Tagging::Internal(tag) = tagging {
            return match kind {
                0..=24 => Content::Unit,
                25..=54 => self.beside_tag(tag),
                _ => Content::Struct(self.variant_fields(needs, tag)),
            };
        }
        match kind {
            0..=24 => Content::Unit,
            25..=59 => Content::Newtype(self.no_loop(needs)),
            60..=74 => Content::Tuple(self.members(2, 3, needs)),
            _ => Content::Struct(self.variant_fields(needs, "")),
        }
    }

    fn variant_fields(&mut self, needs: Needs, tag: &str) -> Vec<Field> {
        let mut fields = self.fields(needs, None, 4);
        fields.retain(|field| field.name != tag);
        fields
    }

    /// What can stand beside a tag: a struct, or a map.
    fn beside_tag(&mut self, tag: &str) -> Content {
        let candidates: Vec<usize> = (0..self.own)
            .filter(|index| {
                let definition = self.universe.definition(*index);
                let Body::Struct(body) = &definition.body else {
                    return false;
                };
                let names = self.universe.names(&body.fields);
                definition.is_bufferable()
                    && definition.level < DEEPEST
                    && names.iter().all(|name| name != tag && name != "*")
            })
            .collect();
        let ty = if candidates.is_empty() || self.random.percent(25) {
            let value = self.scalar(Needs {
                buffered: true,
                ..Needs::default()
            });
            Type::Map {
                hashed: false,
                key: Key::Text,
                value: Box::new(value),
            }
        } else {
            Type::Named(self.random.pick(&candidates))
        };
        Content::Newtype(Member {
            ty,
            ..Member::free()
        })
    }

    fn members(&mut self, least: usize, most: usize, needs: Needs) -> Vec<Member> {
        let count = least + self.random.below(most - least + 1);
        (0..count).map(|_| self.member(needs)).collect()
    }

    fn member(&mut self, needs: Needs) -> Member {
        let ty = self.ty(needs, 2);
        let constraint = if self.random.percent(30) {
            self.constraint(&ty)
        } else {
            Constraint::default()
        };
        Member { ty, constraint }
    }

    fn ty(&mut self, needs: Needs, depth: usize) -> Type {
        if depth == 0 {
            return self.scalar(needs);
        }
        let inner = |inventor: &mut Self, needs: Needs| Box::new(inventor.ty(needs, depth - 1));
        let free = Needs {
            default: false,
            ..needs
        };
        match self.random.below(100) {
            0..=29 => self.scalar(needs),
            30..=54 => self.named(needs),
            55..=68 => Type::Option(inner(self, free)),
            69..=77 => self.list(free, depth),
            78..=81 => {
                let element = self.orderable(Needs {
                    ordered: true,
                    ..free
                });
                Type::Set {
                    hashed: self.random.percent(50),
                    element: Box::new(element),
                }
            }
            82..=84 => Type::Array(inner(self, needs), 1 + self.random.below(3)),
            85..=88 => {
                let count = 1 + self.random.below(3);
                Type::Tuple((0..count).map(|_| self.ty(needs, depth - 1)).collect())
            }
            89..=96 => {
                let (hashed, key) = (self.random.percent(50), self.key(needs));
                let value = if self.random.percent(10) {
                    Box::new(Type::Named(self.own))
                } else {
                    inner(self, free)
                };
                Type::Map { hashed, key, value }
            }
            97..=98 => Type::Any,
            _ => Type::Boxed(inner(self, needs)),
        }
    }

    fn list(&mut self, needs: Needs, depth: usize) -> Type {
        // Recursion needs somewhere to end: in an empty list, an empty map, or nothing.
        if self.random.percent(20) && !needs.buffered {
            return Type::Vec(Box::new(Type::Named(self.own)));
        }
        if self.random.percent(15) {
            return Type::Option(Box::new(Type::Boxed(Box::new(Type::Named(self.own)))));
        }
        Type::Vec(Box::new(self.ty(needs, depth - 1)))
    }

    fn key(&mut self, needs: Needs) -> Key {
        match self.random.below(10) {
            0..=5 => Key::Text,
            // Of a map in a buffer the names are strings.
            6..=7 if needs.buffered => Key::Char,
            6..=7 => Key::Integer(self.random.pick(&INTEGERS)),
            8 if needs.buffered || self.random.percent(50) => Key::Char,
            8 => Key::Bool,
            _ => {
                let names: Vec<usize> = (0..self.own)
                    .filter(|index| {
                        let definition = self.universe.definition(*index);
                        definition.ordered && matches!(definition.body, Body::Enum(_))
                    })
                    .collect();
                if names.is_empty() {
                    Key::Text
                } else {
                    Key::Names(self.random.pick(&names))
                }
            }
        }
    }

    fn scalar(&mut self, needs: Needs) -> Type {
        match self.random.below(20) {
            0..=1 => Type::Bool,
            2..=8 => loop {
                let integer = self.random.pick(&INTEGERS);
                if !(needs.buffered && integer.is_wide()) {
                    break Type::Integer(integer);
                }
            },
            9 if !needs.default => Type::NonZero(self.random.pick(&INTEGERS[..10])),
            10 if !needs.ordered => Type::F32,
            11..=12 if !needs.ordered => Type::F64,
            13 => Type::Char,
            14 if !needs.ordered => Type::Unit,
            15 => Type::Text("Cow<'static, str>"),
            16 if !needs.default => {
                Type::Text(self.random.pick(&["PathBuf", "Box<str>", "Arc<str>"]))
            }
            _ => Type::Text("String"),
        }
    }

    fn orderable(&mut self, needs: Needs) -> Type {
        let names: Vec<usize> = (0..self.own)
            .filter(|index| {
                let definition = self.universe.definition(*index);
                definition.ordered && (!needs.buffered || definition.is_bufferable())
            })
            .collect();
        match self.random.below(10) {
            0..=2 if !names.is_empty() => Type::Named(self.random.pick(&names)),
            3 => Type::Option(Box::new(self.scalar(needs))),
            4 => Type::Tuple(vec![self.scalar(needs), self.scalar(needs)]),
            _ => self.scalar(needs),
        }
    }

    /// An earlier type.
    fn named(&mut self, needs: Needs) -> Type {
        let fits = |index: &usize| {
            let definition = self.universe.definition(*index);
            definition.level < DEEPEST
                && (!needs.buffered || definition.is_bufferable())
                && (!needs.default || definition.default)
        };
        let candidates: Vec<usize> = (0..self.own).filter(fits).collect();
        // The deeper ones first, or depth would be rare.
        let deepest = candidates
            .iter()
            .map(|index| self.universe.definition(*index).level)
            .max();
        let deep: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|index| Some(self.universe.definition(*index).level) == deepest)
            .collect();
        match candidates.is_empty() {
            true => self.scalar(needs),
            false if self.random.percent(20) => Type::Named(self.random.pick(&deep)),
            false => Type::Named(self.random.pick(&candidates)),
        }
    }

    fn has_default(&self, ty: &Type) -> bool {
        match ty {
            Type::NonZero(_) => false,
            Type::Text(holder) => !holder.starts_with("Arc"),
            Type::Array(inner, _) | Type::Boxed(inner) => self.has_default(inner),
            Type::Tuple(types) => types.iter().all(|ty| self.has_default(ty)),
            Type::Named(index) => *index != self.own && self.universe.definition(*index).default,
            _ => true,
        }
    }

    fn constraint(&mut self, ty: &Type) -> Constraint {
        let mut constraint = Constraint::default();
        match ty {
            Type::Option(inner) | Type::Boxed(inner) => return self.constraint(inner),
            Type::Integer(integer) | Type::NonZero(integer) => {
                let lowest = match ty {
                    _ if integer.least < 0 => -4,
                    Type::NonZero(_) => 1,
                    _ => 0,
                };
                let least = self.random.number_below(9) + lowest;
                let span = self.random.number_below(30);
                match self.random.below(4) {
                    0 => constraint.minimum = Some(least.to_string()),
                    1 => constraint.maximum = Some((least + 8).to_string()),
                    2 => constraint.multiple_of = Some(2 + self.random.number_below(5)),
                    _ => {
                        constraint.minimum = Some(least.to_string());
                        constraint.maximum = Some((least + 1 + span).to_string());
                    }
                }
            }
            Type::F32 | Type::F64 => {
                constraint.minimum =
                    Some(self.random.pick(&["0.5", "-1.5", "0.0", "1e-3"]).to_owned());
                if self.random.percent(60) {
                    constraint.maximum =
                        Some(self.random.pick(&["2.25", "1000.0", "1e10"]).to_owned());
                }
            }
            Type::Text(_) if self.random.percent(40) => {
                constraint.pattern = Some(self.random.one_of(&PATTERNS));
            }
            Type::Text(_) => self.length(&mut constraint, 3),
            Type::Vec(element) if !matches!(**element, Type::Named(index) if index == self.own) => {
                if self.random.percent(60) {
                    self.length(&mut constraint, 2);
                }
                if self.random.percent(60) {
                    // What is written for one field cannot be written for each element.
                    let inner = Constraint {
                        multiple_of: None,
                        ..self.constraint(element)
                    };
                    constraint.inner = Some(Box::new(inner));
                }
            }
            _ => {}
        }
        constraint
    }

    fn length(&mut self, constraint: &mut Constraint, most: usize) {
        let least = self.random.below(most);
        match self.random.below(3) {
            0 => constraint.min_length = Some(least),
            1 => constraint.max_length = Some(least + 1),
            _ => {
                constraint.min_length = Some(least);
                constraint.max_length = Some(least + self.random.below(most));
            }
        }
    }

    fn tool(&mut self) -> Tool {
        let own = self.own;
        let definition = self.universe.definition(own);
        let mut parameters = Vec::new();
        let is_struct =
            matches!(&definition.body, Body::Struct(body) if !body.deny) && !definition.wide;
        let flatten = is_struct && self.random.percent(12);
        let main = Type::Named(own);
        let (ty, by) = match self.random.below(100) {
            _ if flatten => (main, By::Value),
            0..=69 => (main, By::Value),
            70..=77 => (main, By::Reference),
            78..=85 => (Type::Vec(Box::new(main)), By::Slice),
            86..=93 => (Type::Option(Box::new(main)), By::Value),
            _ => (Type::Vec(Box::new(main)), By::Value),
        };
        let echoes = by == By::Value;
        parameters.push(Parameter {
            ident: "main_value".to_owned(),
            name: "main_value".to_owned(),
            aliases: Vec::new(),
            member: Member {
                ty,
                ..Member::free()
            },
            default: None,
            flatten,
            by,
        });
        for ident in ["second_value", "third_value"] {
            if self.random.percent(70) {
                break;
            }
            parameters.push(self.parameter(ident));
        }
        self.random.shuffle(&mut parameters);
        Tool {
            name: format!("tool_{own}"),
            parameters,
            echoes,
        }
    }

    fn parameter(&mut self, ident: &str) -> Parameter {
        let renamed = self.random.percent(15);
        let name = if renamed {
            format!("{ident}-renamed")
        } else {
            ident.to_owned()
        };
        let aliases = if self.random.percent(20) {
            vec![format!("{ident}Too")]
        } else {
            Vec::new()
        };
        let (mut member, mut by) = (self.member(Needs::default()), By::Value);
        let mut default = None;
        // What is written for the elements of a field cannot be written for those of a parameter.
        member.constraint.inner = None;
        match self.random.below(100) {
            0..=19 => {
                member = Member {
                    ty: Type::Integer(INTEGERS[6]),
                    ..Member::free()
                };
                default = Some("1_000");
            }
            20..=34 => {
                member = Member {
                    ty: Type::Text("String"),
                    ..Member::free()
                };
                by = By::Slice;
            }
            35..=49 if self.has_default(&member.ty) => {
                member.constraint = Constraint::default();
                default = Some("");
            }
            _ => {}
        }
        Parameter {
            ident: ident.to_owned(),
            name,
            aliases,
            member,
            default,
            flatten: false,
            by,
        }
    }
}

fn flat(ident: &str, ty: Type) -> Field {
    Field {
        ident: ident.to_owned(),
        name: ident.to_owned(),
        renamed: false,
        aliases: Vec::new(),
        member: Member {
            ty,
            ..Member::free()
        },
        default: None,
        flatten: true,
        skip_none: false,
    }
}

impl Member {
    /// What a type that is not narrowed is made from.
    fn free() -> Self {
        Self {
            ty: Type::Unit,
            constraint: Constraint::default(),
        }
    }
}

/// What is known of a type by what stands in it.
struct Facts {
    wide: bool,
    numeric_keys: bool,
    level: usize,
}

impl Facts {
    fn add(&mut self, universe: &Universe, own: usize, ty: &Type) {
        match ty {
            Type::Integer(integer) | Type::NonZero(integer) => self.wide |= integer.is_wide(),
            Type::Option(inner) | Type::Boxed(inner) | Type::Vec(inner) | Type::Array(inner, _) => {
                self.add(universe, own, inner);
            }
            Type::Set { element, .. } => self.add(universe, own, element),
            Type::Tuple(types) => types.iter().for_each(|ty| self.add(universe, own, ty)),
            Type::Map { key, value, .. } => {
                match key {
                    Key::Integer(integer) => {
                        self.wide |= integer.is_wide();
                        self.numeric_keys = true;
                    }
                    Key::Bool => self.numeric_keys = true,
                    Key::Names(_) => self.level = self.level.max(1),
                    Key::Text | Key::Char => {}
                }
                self.add(universe, own, value);
            }
            Type::Named(index) if *index != own => {
                let definition = universe.definition(*index);
                self.wide |= definition.wide;
                self.numeric_keys |= definition.numeric_keys;
                self.level = self.level.max(definition.level + 1);
            }
            _ => {}
        }
    }
}

impl Body {
    fn members(&self) -> Vec<&Member> {
        match self {
            Self::Struct(body) => body.fields.iter().map(|field| &field.member).collect(),
            Self::Newtype { member, .. } => vec![member],
            Self::Tuple(members) => members.iter().collect(),
            Self::Unit => Vec::new(),
            Self::Enum(body) => body
                .variants
                .iter()
                .flat_map(|variant| variant.content.members())
                .collect(),
        }
    }
}

impl Content {
    fn members(&self) -> Vec<&Member> {
        match self {
            Self::Unit => Vec::new(),
            Self::Newtype(member) => vec![member],
            Self::Tuple(members) => members.iter().collect(),
            Self::Struct(fields) => fields.iter().map(|field| &field.member).collect(),
        }
    }

    fn recurs(&self, own: usize) -> bool {
        self.members()
            .into_iter()
            .any(|member| contains(&member.ty, own))
    }
}

fn is_again(ty: &Type, own: usize) -> bool {
    match ty {
        Type::Option(inner) | Type::Boxed(inner) => is_again(inner, own),
        Type::Named(index) => *index == own,
        _ => false,
    }
}

fn contains(ty: &Type, own: usize) -> bool {
    match ty {
        Type::Option(inner) | Type::Boxed(inner) | Type::Vec(inner) | Type::Array(inner, _) => {
            contains(inner, own)
        }
        Type::Tuple(types) => types.iter().any(|ty| contains(ty, own)),
        Type::Map { value, .. } => contains(value, own),
        Type::Named(index) => *index == own,
        _ => false,
    }
}

/// A field's name under `rename_all`.
fn of_field(ident: &str, case: &str) -> String {
    let words: Vec<&str> = ident.split('_').collect();
    // To serde a field is in lower case as it is.
    of_words(
        &words,
        if case == "lowercase" {
            "snake_case"
        } else {
            case
        },
    )
}

/// A variant's name under `rename_all`.
fn of_variant(ident: &str, case: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for character in ident.chars() {
        match words.last_mut() {
            Some(word) if !character.is_uppercase() => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    let words: Vec<String> = words.into_iter().map(|word| word.to_lowercase()).collect();
    of_words(&words.iter().map(String::as_str).collect::<Vec<_>>(), case)
}

fn of_words(words: &[&str], case: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect::<String>()
    };
    let capitals = || words.iter().map(|word| capital(word)).collect::<String>();
    match case {
        "camelCase" => {
            let all = capitals();
            let mut letters = all.chars();
            letters
                .next()
                .into_iter()
                .flat_map(char::to_lowercase)
                .chain(letters)
                .collect()
        }
        "PascalCase" => capitals(),
        "snake_case" => words.join("_"),
        "SCREAMING_SNAKE_CASE" => words.join("_").to_uppercase(),
        "kebab-case" => words.join("-"),
        "lowercase" => words.concat(),
        _ => unreachable!("an unknown case"),
    }
}
