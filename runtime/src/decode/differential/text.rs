//! JSON texts, and texts that nearly are, made from random numbers.

#![allow(clippy::format_push_string, reason = "short, and only a test")]

/// A text of a kind, damaged or not: an object whose members have these `names` and, one by one,
/// these `shapes`, or a value of one of the `shapes` if there are no names, or any value.
pub(super) fn text(random: &mut Random, names: &[&str], shapes: &[&str]) -> String {
    let mut text = Text {
        random,
        out: String::new(),
    };
    text.space();
    if shapes.is_empty() || text.random.below(12) == 0 {
        text.value(4);
    } else if names.is_empty() || text.random.below(30) == 0 {
        let shape = text.random.pick(shapes);
        text.shaped(shape, 3);
    } else {
        text.members(names, shapes);
    }
    text.space();
    let text = text.out;
    if random.below(2) == 0 {
        text
    } else {
        damaged(random, text)
    }
}

/// A text with a few bytes deleted, replaced, inserted or doubled, or cut off.
fn damaged(random: &mut Random, text: String) -> String {
    let whole = text.clone();
    let mut bytes = text.into_bytes();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        let byte = *random.pick(b"{}[]:,\"\\ \n\t\x01/0123456789-+.eEtrufalsn'x\xC3\x7F");
        match random.below(6) {
            0 if at < bytes.len() => {
                bytes.remove(at);
            }
            1 if at < bytes.len() => {
                bytes.splice(at..=at, [byte]);
            }
            2 => bytes.insert(at, byte),
            3 => {
                let end = (at + random.below(12)).min(bytes.len());
                let part: Vec<u8> = bytes.get(at..end).unwrap_or_default().to_vec();
                bytes.splice(end..end, part);
            }
            4 if random.below(3) == 0 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(4)).min(bytes.len());
                bytes.drain(at..end);
            }
        }
    }
    String::from_utf8(bytes).unwrap_or(whole)
}

/// A text that is being written.
struct Text<'r> {
    random: &'r mut Random,
    out: String,
}

impl Text<'_> {
    fn value(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 7 } else { 11 }) {
            0 => self.out.push_str("null"),
            1 => self.out.push_str(["true", "false"][self.random.below(2)]),
            2 | 3 => self.number(),
            4..=6 => self.string(),
            7 | 8 => self.list(depth, Self::value),
            9 => self.object(depth),
            _ if self.random.below(40) == 0 => self.nested(),
            _ => self.object(depth),
        }
    }

    /// A value of the kind that a letter names: mostly, that is.
    fn shaped(&mut self, shape: &str, depth: usize) {
        if self.random.below(25) == 0 {
            return self.value(depth);
        }
        match shape {
            "s" => self.string(),
            "i" => self.integer(),
            "u" => self.small(),
            "f" => self.number(),
            "b" => self.out.push_str(["true", "false"][self.random.below(2)]),
            "n" => self.out.push_str("null"),
            "k" => self
                .out
                .push_str(["\"Box\"", "\"Empty\"", "\"B\\u006fx\""][self.random.below(3)]),
            "c" => self.out.push_str("\"\\u00e9\""),
            "p" if self.random.below(20) == 0 => self.shaped("[u]", depth),
            "p" => self.members(&["x", "y", "z"], &["i", "u", "?"]),
            "e" if self.random.below(3) == 0 => self.out.push_str("\"Empty\""),
            "e" => self.members(&["Circle", "Line", "Box"], &["f", "[u]", "p"]),
            "[s]" => self.list(depth, |text, depth| text.shaped("s", depth)),
            "[i]" => self.list(depth, |text, depth| text.shaped("i", depth)),
            "[u]" => self.list(depth, |text, depth| text.shaped("u", depth)),
            "[?]" => self.list(depth, Self::value),
            "[c]" => self.out.push_str("[\"\\u00e9\",5.0e1,0.1,null,[true]]"),
            "[m]" => {
                self.out.push_str("[null,");
                self.integer();
                self.out.push(',');
                self.number();
                self.out.push_str(",null,[]]");
            }
            "{}" => self.object(depth),
            _ => self.value(depth),
        }
    }

    fn members(&mut self, names: &[&str], shapes: &[&str]) {
        let mut order: Vec<usize> = (0..names.len()).collect();
        if self.random.below(3) == 0 {
            let (one, other) = (
                self.random.below(order.len()),
                self.random.below(order.len()),
            );
            order.swap(one, other);
        }
        if names.len() > 4 || self.random.below(4) == 0 {
            let (skip, keep) = (self.random.below(order.len()), self.random.below(6));
            order.retain(|&index| keep < 2 || index != skip);
        }
        let only = ["Circle", "1"].contains(names.first().unwrap_or(&""));
        if only && self.random.below(8) > 0 {
            order = vec![self.random.below(names.len())];
        }
        if self.random.below(20) == 0 {
            order.push(self.random.below(names.len()));
        }
        self.out.push('{');
        for (at, index) in order.into_iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.space();
            self.out.push_str(&format!("\"{}\"", names[index]));
            self.space();
            self.out.push(':');
            self.space();
            self.shaped(shapes[index], 2);
            self.space();
        }
        self.out.push('}');
    }

    fn list(&mut self, depth: usize, mut element: impl FnMut(&mut Self, usize)) {
        self.out.push('[');
        self.space();
        for index in 0..self.random.below(5) {
            if index > 0 {
                self.out.push(',');
                self.space();
            }
            element(self, depth.saturating_sub(1));
            self.space();
        }
        self.out.push(']');
    }

    fn object(&mut self, depth: usize) {
        let many = self.random.below(50) == 0;
        let count = if many { 30 } else { self.random.below(4) };
        self.out.push('{');
        self.space();
        for index in 0..count {
            if index > 0 {
                self.out.push(',');
                self.space();
            }
            match self.random.below(3) {
                0 => self.string(),
                _ if many => self.out.push_str(&format!("\"m{index}\"")),
                _ => self
                    .out
                    .push_str(["\"a\"", "\"b\"", "\"x\"", "\"\\u0061\""][self.random.below(4)]),
            }
            self.space();
            self.out.push(':');
            self.space();
            self.value(if many { 0 } else { depth.saturating_sub(1) });
            self.space();
        }
        self.out.push('}');
    }

    /// Containers inside each other up to about the limit.
    fn nested(&mut self) {
        let depth = 120 + self.random.below(12);
        let object = self.random.below(2) == 0;
        self.out
            .push_str(&if object { r#"{"a":"# } else { "[" }.repeat(depth));
        self.out.push('1');
        self.out
            .push_str(&if object { "}" } else { "]" }.repeat(depth));
    }

    fn string(&mut self) {
        self.out.push('"');
        for _ in 0..self.random.below(4) {
            match self.random.below(16) {
                0..=5 => {
                    for _ in 0..self.random.below(14) {
                        self.out.push(
                            *self
                                .random
                                .pick(&['a', 'b', 'Z', ' ', '/', '~', '\u{7f}', '{', ',']),
                        );
                    }
                }
                6 | 7 => self.out.push(
                    *self
                        .random
                        .pick(&['é', '€', '🦀', '\u{80}', '\u{ffff}', '\u{2028}']),
                ),
                8..=10 => {
                    let escape = *self.random.pick(b"\"\\/bfnrt");
                    self.out.push('\\');
                    self.out.push(escape.into());
                }
                11 | 12 => {
                    let code = self.random.below(0xD800);
                    self.out.push_str(&format!("\\u{code:04x}"));
                }
                13 => self.out.push_str("\\uD83E\\uDD80"),
                14 if self.random.below(20) == 0 => {
                    let code = 0xD800 + self.random.below(0x800);
                    self.out.push_str(&format!("\\u{code:04X}"));
                }
                _ => self.out.push_str("word"),
            }
        }
        self.out.push('"');
    }

    fn small(&mut self) {
        let number = self.random.below(130);
        self.out.push_str(&number.to_string());
        self.decimal();
    }

    fn integer(&mut self) {
        let bits = self.random.below(66);
        let number = self
            .random
            .next()
            .checked_shr(64_u32.saturating_sub(u32::try_from(bits).unwrap_or(0)));
        if self.random.below(3) == 0 {
            self.out.push('-');
        }
        self.out.push_str(&number.unwrap_or(0).to_string());
        self.decimal();
        if bits == 65 {
            self.out.push_str("123");
        }
    }

    /// Sometimes writes an integer as a decimal.
    fn decimal(&mut self) {
        match self.random.below(16) {
            0 => self.out.push_str(".0"),
            1 => self.out.push_str("e0"),
            _ => {}
        }
    }

    fn number(&mut self) {
        match self.random.below(8) {
            0..=2 => self.integer(),
            3 => {
                let number = f64::from_bits(self.random.next());
                let number = if number.is_finite() { number } else { 0.5 };
                self.out.push_str(&format!("{number:e}"));
            }
            4 if self.random.below(10) == 0 => self
                .out
                .push_str(["1e400", "-1e309", "1e39"][self.random.below(3)]),
            _ => {
                if self.random.below(4) == 0 {
                    self.out.push('-');
                }
                let (whole, fraction) = (
                    self.random.below(1000),
                    self.random.next() >> self.random.below(64),
                );
                self.out.push_str(&format!("{whole}.{fraction}"));
                match self.random.below(4) {
                    0 => self.out.push_str(&format!("e{}", self.random.below(20))),
                    1 => self.out.push_str(&format!("E-{}", self.random.below(20))),
                    _ => {}
                }
            }
        }
    }

    fn space(&mut self) {
        if self.random.below(6) == 0 {
            let space = *self.random.pick(&[" ", "  ", "\n", "\r\n\t"]);
            self.out.push_str(space);
        }
    }
}

/// Numbers without pattern, the same in each run (xorshift).
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = end.max(1) as u64;
        usize::try_from((self.next() >> 16) % end).unwrap_or(0)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
