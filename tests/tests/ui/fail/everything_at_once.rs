#![allow(unused)]

use haft::tool;

#[tool(
    titel = "Add",
    name = "add two",
    read_only,
    destructive,
    icon = "add.png"
)]
unsafe fn add<T>(
    _: i64,
    (a, b): (i64, i64),
    c: &mut T,
    #[arg(nmae = "d")] d: Option<&str>,
) -> impl ToString {
    1
}

fn main() {
    // The function and its companion are there all the same.
    unsafe {
        add::<u8>(1, (2, 3), &mut 4, None);
    }
    let _ = haft::Server::builder("calculator", "1.0.0").tool::<add>();
}
