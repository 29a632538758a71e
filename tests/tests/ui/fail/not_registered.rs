#![allow(unused)]

use haft::Server;

struct Files;

impl Files {
    fn read(&self) {}
}

fn main() {
    let builder = Server::builder("files", "1.0.0");
    let builder = builder.tools(Files);
    let builder = builder.tool::<Files>();
}
