//! JSON Pointers (RFC 6901): names as they stand in one.

use std::borrow::Cow;

/// A member's name as a part of a pointer.
pub(crate) fn escaped(name: &str) -> Cow<'_, str> {
    if !name.contains(['~', '/']) {
        return name.into();
    }
    name.replace('~', "~0").replace('/', "~1").into()
}

/// The name that a part of a pointer stands for.
pub(crate) fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The pointer to a member of what a pointer points to.
pub(crate) fn below(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", escaped(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for (name, part) in [
            ("", ""),
            ("plain", "plain"),
            ("a/b", "a~1b"),
            ("~1", "~01"),
            ("/~/", "~1~0~1"),
        ] {
            assert_eq!(escaped(name), part);
            assert_eq!(unescaped(part), name);
        }
        assert_eq!(below("/a", "b/c"), "/a/b~1c");
    }
}
