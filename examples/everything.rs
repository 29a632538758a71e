//! A tool for each thing that a tools server can do, under the names that the protocol's conformance suite calls:
//! `everything` on the standard streams, `everything --http 127.0.0.1:3000` over HTTP.

use std::env;
use std::time::Duration;

use haft::{Builder, Call, Content, Map, Server, Tool, json, tool};

/// A PNG of one red pixel.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";
/// A WAV of one silent sample.
const SILENCE: &[u8] = b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x02\0\0\0\0\0";

/// Answer with a text.
#[tool(read_only)]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Answer with an image.
#[tool(read_only)]
fn test_image_content() -> Content {
    Content::image(PIXEL, "image/png")
}

/// Answer with a sound.
#[tool(read_only)]
fn test_audio_content() -> Content {
    Content::audio(SILENCE, "audio/wav")
}

/// Answer with an embedded resource.
#[tool(read_only)]
fn test_embedded_resource() -> Content {
    Content::resource(
        "test://embedded-resource",
        "This is an embedded resource content.",
    )
    .mime_type("text/plain")
}

/// Answer with several kinds of content.
#[tool(read_only)]
fn test_multiple_content_types() -> Vec<Content> {
    let resource = json!({"test": "data", "value": 123}).to_string();
    vec![
        Content::text("Multiple content types test:"),
        Content::image(PIXEL, "image/png"),
        Content::resource("test://mixed-content-resource", resource).mime_type("application/json"),
    ]
}

/// Fail.
#[tool]
fn test_error_handling() -> Result<(), &'static str> {
    Err("This tool intentionally returns an error for testing")
}

/// Report progress three times, then answer.
#[tool]
fn test_tool_with_progress(call: &Call) -> &'static str {
    for done in [0, 50, 100] {
        call.progress((done, 100));
        std::thread::sleep(Duration::from_millis(50));
    }
    "Tool with progress executed successfully"
}

/// Answer at once, without asking the client for anything.
#[tool]
fn test_streaming_elicitation() -> &'static str {
    "Nothing was asked of the client."
}

/// Answer without logging: logging is deprecated, and this server does not advertise it.
#[tool]
fn test_logging_tool() -> &'static str {
    "Nothing was logged."
}

/// Answer a client that can sample.
#[tool]
fn test_missing_capability() -> &'static str {
    "The client declares sampling."
}

/// A row with a schema as somebody else wrote it, sent on as it is.
fn schema_of_somebody_else() -> Tool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    });
    Tool::new(
        "json_schema_2020_12_tool",
        "Answer with the arguments.",
        schema,
        |arguments: Map, _: Call| haft::Value::Object(arguments).to_string(),
    )
}

/// A row with an argument that clients repeat in the header `Mcp-Param-Region`, for who routes the request.
fn repeated_in_a_header() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "region": {"type": "string", "description": "Where to run.", "x-mcp-header": "Region"}
        },
        "required": ["region"],
        "additionalProperties": false
    });
    Tool::new(
        "test_x_mcp_header",
        "Answer with the region.",
        schema,
        |arguments: Map, _: Call| {
            let region = arguments.get("region").and_then(haft::Value::as_str);
            region.map(str::to_owned).ok_or("region must be a string")
        },
    )
}

/// Answer, for as long as this tool is listed.
#[tool(read_only)]
fn test_added_tool() -> &'static str {
    "This tool was added while the server ran."
}

/// A row that changes the list of the server that it is in: a tool is added, or removed again.
fn changing(server: Server) -> Tool {
    Tool::new(
        "test_trigger_tool_change",
        "Change the list of tools.",
        json!({"type": "object", "additionalProperties": false}),
        move |_: Map, _: Call| -> Result<&'static str, haft::BuildError> {
            if server.remove("test_added_tool")? {
                return Ok("A tool was removed.");
            }
            server.add(Tool::of::<test_added_tool>())?;
            Ok("A tool was added.")
        },
    )
}

/// The tools whose schemas are made of their parameters' types.
fn tools() -> Builder {
    Server::builder("everything", env!("CARGO_PKG_VERSION"))
        .tool::<test_simple_text>()
        .tool::<test_image_content>()
        .tool::<test_audio_content>()
        .tool::<test_embedded_resource>()
        .tool::<test_multiple_content_types>()
        .tool::<test_error_handling>()
        .tool::<test_tool_with_progress>()
        .tool::<test_streaming_elicitation>()
        .tool::<test_logging_tool>()
        .row(Tool::of::<test_missing_capability>().requires("sampling"))
}

fn main() -> haft::Result {
    let server = tools()
        .row(schema_of_somebody_else())
        .row(repeated_in_a_header())
        .tools_may_change()
        .build()?;
    server.add(changing(server.clone()))?;
    let mut arguments = env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (None, None) => server.serve_stdio(),
        (Some("--http"), Some(address)) => server.http_service().session_ids().serve(address),
        _ => Err(std::io::Error::other("usage: everything [--http ADDRESS]").into()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn schemas_keep_their_promise() -> haft::Result {
        haft::testing::assert_contract(&super::tools().build()?);
        Ok(())
    }
}
