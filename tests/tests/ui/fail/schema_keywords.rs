#![allow(unused)]

use haft::schema;

#[schema]
struct Contradictions {
    #[schema(minimum = 5, maximum = 1)]
    a: u8,
    #[schema(exclusive_minimum = 1, maximum = 1)]
    b: u8,
    #[schema(minimum = 0.5, exclusive_maximum = -0.5)]
    c: f64,
    #[schema(min_length = 3, max_length = 2)]
    d: String,
    #[schema(max_items = 0, min_items = 1)]
    e: Vec<u8>,
    #[schema(minimum = 1, maximum = 1)]
    fine: u8,
}

#[schema]
enum Values {
    A {
        #[schema(min_length = -1, max_length = 1.5)]
        a: String,
        #[schema(pattern = "")]
        b: String,
        #[schema(format = "datetime")]
        c: String,
        #[schema(format = "colour")]
        d: String,
        #[schema(multiple_of = 0)]
        e: u8,
        #[schema(minimum = "1")]
        f: u8,
        #[schema(examples())]
        g: u8,
        #[schema(examples = 1)]
        h: u8,
        #[schema(maximum)]
        i: u8,
        #[schema(minimum = 1, maximum = 5, examples(0, 5, 6))]
        j: u8,
        #[schema(max_length = 2, examples("ab", "abc"))]
        k: String,
    },
}

fn main() {}
