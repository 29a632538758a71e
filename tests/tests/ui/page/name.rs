use haft::tool;

/// Read a message.
#[tool(name = "mail/read")]
fn read_mail(id: u64) -> String {
    format!("message {id}")
}

fn main() {
    read_mail(1);
}
