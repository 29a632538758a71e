//! The names that `format` may have.

use serde_json::Value;

use super::Object;

/// Those of JSON Schema 2020-12, with what a value of each is called.
const STANDARD: [(&str, &str, &str); 19] = [
    (
        "date-time",
        "a date-time string (RFC 3339)",
        "date-time strings (RFC 3339)",
    ),
    (
        "date",
        "a date string (YYYY-MM-DD)",
        "date strings (YYYY-MM-DD)",
    ),
    (
        "time",
        "a time string (RFC 3339)",
        "time strings (RFC 3339)",
    ),
    (
        "duration",
        "a duration string (ISO 8601)",
        "duration strings (ISO 8601)",
    ),
    ("email", "an email address", "email addresses"),
    ("idn-email", "an email address", "email addresses"),
    ("hostname", "a host name", "host names"),
    ("idn-hostname", "a host name", "host names"),
    ("ipv4", "an IPv4 address", "IPv4 addresses"),
    ("ipv6", "an IPv6 address", "IPv6 addresses"),
    ("uri", "a URI", "URIs"),
    (
        "uri-reference",
        "a URI or a relative reference",
        "URIs or relative references",
    ),
    ("iri", "an IRI", "IRIs"),
    (
        "iri-reference",
        "an IRI or a relative reference",
        "IRIs or relative references",
    ),
    ("uuid", "a UUID", "UUIDs"),
    ("uri-template", "a URI template", "URI templates"),
    ("json-pointer", "a JSON Pointer", "JSON Pointers"),
    (
        "relative-json-pointer",
        "a relative JSON Pointer",
        "relative JSON Pointers",
    ),
    ("regex", "a regular expression", "regular expressions"),
];

/// Formats by schemars that say something which no standard name says.
const DESCRIBED: [(&str, &str); 4] = [
    ("ip", "An IPv4 or IPv6 address"),
    (
        "partial-date-time",
        "A date and time without an offset, such as 2024-05-01T12:30:00",
    ),
    ("partial-time", "A time of day, such as 12:30:00"),
    (
        "zoned-date-time",
        "A date and time with its time zone, such as 2024-05-01T12:30:00+02:00[Europe/Paris]",
    ),
];

/// Drops a name that validators refuse, and says in words what it said.
pub(super) fn keep_standard(node: &mut Object) {
    let Some(name) = node.get("format").map(Value::as_str) else {
        return;
    };
    if name.is_some_and(|name| words(name).is_some()) {
        return;
    }
    let described = DESCRIBED.iter().find(|(known, _)| name == Some(*known));
    if let Some((_, text)) = described {
        node.entry("description").or_insert_with(|| (*text).into());
    }
    node.shift_remove("format");
}

/// What one value and several values of a standard format are called.
pub(super) fn words(name: &str) -> Option<(&'static str, &'static str)> {
    let (_, one, many) = STANDARD.iter().find(|(known, ..)| *known == name)?;
    Some((one, many))
}
