//! The tools of a server that shows each thing that a server can do.

use haft::{Builder, Json, Server, schema, tool};

#[schema]
enum MessageType {
    Error,
    Success,
    Debug,
}

#[schema]
#[serde(rename_all = "PascalCase")]
enum ResourceType {
    Text,
    Blob,
}

#[schema]
#[serde(rename_all = "PascalCase")]
enum Location {
    #[serde(rename = "New York")]
    NewYork,
    Chicago,
    #[serde(rename = "Los Angeles")]
    LosAngeles,
}

#[schema(output)]
#[derive(Default)]
struct GetStructuredContentResult {
    temperature: f64,
    conditions: String,
    humidity: f64,
}

#[schema]
#[serde(rename_all = "camelCase")]
enum OutputType {
    ResourceLink,
    Resource,
}

/// Give back a message.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn echo(message: &str) {}

/// Give a message with annotations.
#[tool(
    name = "get-annotated-message",
    read_only,
    destructive = false,
    idempotent,
    open_world = false,
    rename_all = "camelCase"
)]
fn get_annotated_message(message_type: MessageType, #[arg(default)] include_image: bool) {}

/// List the variables of the environment.
#[tool(
    name = "get-env",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn get_env() {}

/// Give links to resources.
#[tool(
    name = "get-resource-links",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn get_resource_links(#[arg(default = 3, minimum = 1, maximum = 10)] count: u8) {}

/// Give a resource inside of the result.
#[tool(
    name = "get-resource-reference",
    read_only,
    destructive = false,
    idempotent,
    open_world = false,
    rename_all = "camelCase"
)]
fn get_resource_reference(
    #[arg(default = ResourceType::Text)] resource_type: ResourceType,
    #[arg(default = 1)] resource_id: u32,
) {
}

/// Give the weather as structured content.
#[tool(
    name = "get-structured-content",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn get_structured_content(location: Location) -> Json<GetStructuredContentResult> {
    Json(GetStructuredContentResult::default())
}

/// Add two numbers.
#[tool(
    name = "get-sum",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn get_sum(a: f64, b: f64) {}

/// Give a small image.
#[tool(
    name = "get-tiny-image",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn get_tiny_image() {}

/// Compress a file.
#[tool(
    name = "gzip-file-as-resource",
    read_only = false,
    destructive = false,
    idempotent,
    open_world,
    rename_all = "camelCase"
)]
fn gzip_file_as_resource(
    #[arg(default = "README.md.gz")] name: &str,
    #[arg(
        default = "https://raw.githubusercontent.com/modelcontextprotocol/servers/refs/heads/main/README.md",
        format = "uri"
    )]
    data: &str,
    #[arg(default = OutputType::ResourceLink)] output_type: OutputType,
) {
}

/// Switch messages of a made-up log on or off.
#[tool(
    name = "toggle-simulated-logging",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn toggle_simulated_logging() {}

/// Switch notices about resources on or off.
#[tool(
    name = "toggle-subscriber-updates",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn toggle_subscriber_updates() {}

/// Run for a while and report progress.
#[tool(
    name = "trigger-long-running-operation",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn trigger_long_running_operation(
    /// Seconds.
    #[arg(default = 10.0)]
    duration: f64,
    /// How many reports of progress.
    #[arg(default = 5)]
    steps: u32,
) {
}

/// Pretend to research a topic.
#[tool(
    name = "simulate-research-query",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn simulate_research_query(topic: &str, #[arg(default)] ambiguous: bool) {}

pub(crate) fn builder() -> Builder {
    Server::builder("everything", "1.0.0")
        .tool::<echo>()
        .tool::<get_annotated_message>()
        .tool::<get_env>()
        .tool::<get_resource_links>()
        .tool::<get_resource_reference>()
        .tool::<get_structured_content>()
        .tool::<get_sum>()
        .tool::<get_tiny_image>()
        .tool::<gzip_file_as_resource>()
        .tool::<toggle_simulated_logging>()
        .tool::<toggle_subscriber_updates>()
        .tool::<trigger_long_running_operation>()
        .tool::<simulate_research_query>()
}
