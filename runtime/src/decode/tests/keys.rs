//! The names of members as keys of maps.

use super::*;

#[test]
fn keys_are_what_their_text_says() {
    fn takes_key<K: DeserializeOwned + Ord + Debug>(name: &str, key: K) {
        takes(&format!("{{\"{name}\":1}}"), BTreeMap::from([(key, 1)]));
    }
    takes_key("a", "a".to_owned());
    takes_key(r"a\n", "a\n".to_owned());
    takes_key("5", 5_u8);
    takes_key("-3", -3_i8);
    takes_key("-3", -3_i64);
    takes_key(r"\u0035", 5_u16);
    takes_key("18446744073709551615", u64::MAX);
    takes_key("-9223372036854775808", i64::MIN);
    takes_key("340282366920938463463374607431768211455", u128::MAX);
    takes_key("-170141183460469231731687303715884105728", i128::MIN);
    takes_key("true", true);
    takes_key("false", false);
    takes_key("é", 'é');
    takes_key("low", Priority::Low);
    takes_key("5", Some(5));

    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(u32);
    takes_key("7", Id(7));
    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(String);
    takes_key("7", Name("7".into()));

    #[derive(Debug, Deserialize)]
    struct Float(f64);
    impl PartialEq for Float {
        fn eq(&self, other: &Self) -> bool {
            self.0.to_bits() == other.0.to_bits()
        }
    }
    impl Eq for Float {}
    impl std::hash::Hash for Float {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.0.to_bits().hash(state);
        }
    }
    takes(r#"{"1.5e1":1}"#, HashMap::from([(Float(15.0), 1)]));

    let lent: HashMap<&str, i32> = decode(r#"{"a":1}"#).unwrap();
    assert_eq!(lent, HashMap::from([("a", 1)]));
}

#[test]
fn keys_that_are_not_of_their_type_are_refused() {
    for name in [
        "", "a", "5.0", "5e0", " 5", "5 ", "05", "+5", "-0", "0x5", "٣",
    ] {
        let text = format!("{{\"{name}\":1}}");
        let error = error::<HashMap<i64, i32>>(&text);
        assert_eq!(error.path, [Step::Key(name.into())]);
        assert!(
            matches!(&error.kind, Kind::Type { .. }),
            "{name}: {error:?}"
        );
    }
    assert_eq!(
        outside::<HashMap<u8, i32>>(r#"{"256":1}"#),
        ("256".into(), "0 to 255".into())
    );
    assert_eq!(outside::<HashMap<u128, i32>>(r#"{"-1":1}"#).0, "-1");
    assert!(matches!(
        kind::<HashMap<bool, i32>>(r#"{"True":1}"#),
        Kind::Type { .. }
    ));
    assert!(matches!(
        kind::<HashMap<char, i32>>(r#"{"ab":1}"#),
        Kind::Value { .. }
    ));
    assert!(matches!(
        kind::<HashMap<Priority, i32>>(r#"{"mid":1}"#),
        Kind::UnknownVariant { .. }
    ));
    assert!(matches!(
        kind::<HashMap<Vec<u8>, i32>>(r#"{"a":1}"#),
        Kind::Type { .. }
    ));
    assert!(matches!(
        kind::<HashMap<&str, i32>>(r#"{"a\n":1}"#),
        Kind::Type { .. }
    ));
}
