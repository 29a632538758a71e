//! The official Rust client, crate `rmcp`, in both eras; argument 1 is the folder of the two binaries, or a URL of `everything`.

use std::error::Error;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, ClientRequest, ProgressNotificationParam, ProtocolVersion, Request,
    ServerResult,
};
use rmcp::service::{
    NotificationContext, PeerRequestOptions, RequestHandle, RunningService, ServiceError,
};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::{sleep, timeout};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const TOOLS: [&str; 11] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_missing_capability",
    "json_schema_2020_12_tool",
];

#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<(f64, Option<f64>)>>>);

impl ClientHandler for Listener {
    async fn on_progress(
        &self,
        report: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.0.lock().unwrap().push((report.progress, report.total));
    }
}

struct Peer {
    client: RunningService<RoleClient, Listener>,
    listener: Listener,
    revision: String,
    /// Whether the server hears of a call that is given up: over HTTP it does not before 2026-07-28.
    cancels: bool,
}

impl Peer {
    async fn connect(target: &[&str], modern: bool) -> Result<Self> {
        let mode = if modern {
            ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            }
        } else {
            ClientLifecycleMode::Initialize
        };
        let listener = Listener::default();
        let over_http = target[0].contains("://");
        let client = if over_http {
            let transport = StreamableHttpClientTransport::from_uri(target[0]);
            listener
                .clone()
                .serve_with_lifecycle(transport, mode)
                .await?
        } else {
            let mut command = Command::new(target[0]);
            command.args(&target[1..]);
            listener
                .clone()
                .serve_with_lifecycle(TokioChildProcess::new(command)?, mode)
                .await?
        };
        let revision = client
            .peer_info()
            .ok_or("no server info")?
            .protocol_version
            .to_string();
        assert_eq!(modern, revision.as_str() >= "2026-07-28", "{revision}");
        Ok(Self {
            client,
            listener,
            revision,
            cancels: !over_http || modern,
        })
    }

    fn seen(&self, what: &str) {
        println!("rmcp, {}: {what}", self.revision);
    }

    async fn tools(&self) -> Result<Vec<Value>> {
        Ok(self
            .client
            .list_all_tools()
            .await?
            .iter()
            .map(serde_json::to_value)
            .collect::<std::result::Result<_, _>>()?)
    }

    async fn begin(
        &self,
        tool: &'static str,
        arguments: Value,
    ) -> Result<RequestHandle<RoleClient>> {
        let mut params = CallToolRequestParams::new(tool);
        params.arguments = arguments.as_object().cloned();
        let request = ClientRequest::CallToolRequest(Request::new(params));
        Ok(self
            .client
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await?)
    }

    /// The result as it was on the wire.
    async fn call(&self, tool: &'static str, arguments: Value) -> Result<Value> {
        match self.begin(tool, arguments).await?.await_response().await? {
            ServerResult::CallToolResult(result) => Ok(serde_json::to_value(result)?),
            other => Err(format!("not the result of a call: {other:?}").into()),
        }
    }

    /// Code, message and data of the error that a call is answered by.
    async fn refusal(&self, tool: &'static str, arguments: Value) -> Result<(i32, String, Value)> {
        match self.begin(tool, arguments).await?.await_response().await {
            Err(ServiceError::McpError(error)) => Ok((
                error.code.0,
                error.message.into_owned(),
                error.data.unwrap_or_default(),
            )),
            other => Err(format!("{tool} was not refused: {other:?}").into()),
        }
    }
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

async fn check_files(peer: &Peer) -> Result {
    let tools = peer.tools().await?;
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(names, ["list_files", "read_file", "search_files"]);
    assert_eq!(tools[1]["inputSchema"]["required"], json!(["path"]));
    peer.seen("files: list");

    let notes = peer.call("read_file", json!({"path": "notes.txt"})).await?;
    assert_eq!(
        (&notes["isError"], text(&notes)),
        (&json!(false), "remember to buy milk\n")
    );
    peer.seen("files: call");

    let listed = peer.call("list_files", json!({})).await?;
    let expected = json!([{"path": "notes.txt", "directory": false, "bytes": 21}]);
    let structured = if peer.revision.as_str() < "2026-07-28" {
        json!({"result": expected})
    } else {
        expected
    };
    assert_eq!(listed["structuredContent"], structured);
    peer.seen("files: structured content");

    let (code, message, data) = peer
        .refusal("read_file", json!({"pat": "notes.txt", "lines": -1}))
        .await?;
    // Arguments go out in another order than they were given in.
    let has = |line: &str| message.lines().any(|one| one == line);
    assert!(
        code == -32602 && message.starts_with("Invalid arguments for read_file:\n"),
        "{code} {message}"
    );
    assert!(
        has("- /pat: unknown argument (did you mean \"path\"?)"),
        "{message}"
    );
    assert!(
        message.contains("\n- /lines: expected an integer ") && message.contains(", got -1\n"),
        "{message}"
    );
    assert!(has("- /path: missing, expected a string"), "{message}");
    let mut codes: Vec<_> = (0..3)
        .filter_map(|index| data["faults"][index]["code"].as_str())
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, ["missing", "range", "unknown"]);
    peer.seen("files: argument faults");

    let outside = peer.call("read_file", json!({"path": "../secret"})).await?;
    assert!(
        outside["isError"] == true && text(&outside).contains("outside of the root"),
        "{outside}"
    );
    let missing = peer
        .call("read_file", json!({"path": "missing.txt"}))
        .await?;
    assert!(
        missing["isError"] == true && text(&missing).starts_with("missing.txt: "),
        "{missing}"
    );
    peer.seen("files: tool errors");
    Ok(())
}

async fn check_content(peer: &Peer) -> Result {
    let content = async |tool, arguments| -> Result<Value> {
        let mut result = peer.call(tool, arguments).await?;
        assert_eq!(result["isError"], false, "{result}");
        Ok(result["content"].take())
    };
    let block = |text| json!([{"type": "text", "text": text}]);
    let none = || json!({});
    assert_eq!(
        content("test_simple_text", none()).await?,
        block("This is a simple text response for testing.")
    );
    let image = content("test_image_content", none()).await?;
    assert_eq!(
        (&image[0]["type"], &image[0]["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    assert!(
        image[0]["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("iVBORw0KGgo")),
        "{image}"
    );
    let audio = content("test_audio_content", none()).await?;
    assert_eq!(
        (&audio[0]["type"], &audio[0]["mimeType"]),
        (&json!("audio"), &json!("audio/wav"))
    );
    assert!(
        audio[0]["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("UklGR")),
        "{audio}"
    );
    let resource = json!({
        "uri": "test://embedded-resource", "mimeType": "text/plain", "text": "This is an embedded resource content.",
    });
    assert_eq!(
        content("test_embedded_resource", none()).await?,
        json!([{"type": "resource", "resource": resource}])
    );
    let mixed = content("test_multiple_content_types", none()).await?;
    let kinds: Vec<_> = (0..4).map(|index| &mixed[index]["type"]).collect();
    assert_eq!(
        kinds,
        [
            &json!("text"),
            &json!("image"),
            &json!("resource"),
            &Value::Null
        ]
    );
    assert_eq!(
        content("test_streaming_elicitation", none()).await?,
        block("Nothing was asked of the client.")
    );
    assert_eq!(
        content("test_logging_tool", none()).await?,
        block("Nothing was logged.")
    );
    let sent = json!({"name": "Ada", "contactMethod": "email", "email": "ada@example.com"});
    let echoed = content("json_schema_2020_12_tool", sent.clone()).await?;
    assert_eq!(
        serde_json::from_str::<Value>(echoed[0]["text"].as_str().unwrap_or_default())?,
        sent
    );
    // Only from 2026-07-28 on does a request say what its client can do.
    if peer.revision.as_str() < "2026-07-28" {
        assert_eq!(
            content("test_missing_capability", none()).await?,
            block("The client declares sampling.")
        );
    } else {
        let (code, _, data) = peer.refusal("test_missing_capability", none()).await?;
        assert_eq!(
            (code, data),
            (-32021, json!({"requiredCapabilities": {"sampling": {}}}))
        );
    }
    Ok(())
}

async fn check_everything(peer: &Peer) -> Result {
    let tools = peer.tools().await?;
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap_or_default())
        .collect();
    let known: Vec<_> = names
        .iter()
        .copied()
        .filter(|name| TOOLS.contains(name))
        .collect();
    assert_eq!(known, TOOLS);
    assert_eq!(names[0], TOOLS[0]);
    let written = tools
        .iter()
        .find(|tool| tool["name"] == "json_schema_2020_12_tool")
        .ok_or("not listed")?;
    assert_eq!(
        written["inputSchema"]["$defs"]["address"]["$anchor"],
        "addressDef"
    );
    peer.seen("everything: list");

    check_content(peer).await?;
    peer.seen("everything: call of each");

    let (code, message, _) = peer
        .refusal("test_simple_text", json!({"nonsense": 1}))
        .await?;
    assert_eq!(
        (code, message.as_str()),
        (
            -32602,
            "Invalid arguments for test_simple_text:\n- /nonsense: unknown argument (none are taken here)"
        )
    );
    let (code, message, _) = peer.refusal("test_simple_txt", json!({})).await?;
    assert_eq!(
        (code, message.as_str()),
        (
            -32602,
            "Unknown tool: \"test_simple_txt\" (did you mean \"test_simple_text\"?)"
        )
    );
    peer.seen("everything: argument fault, unknown tool");

    let failed = peer.call("test_error_handling", json!({})).await?;
    assert_eq!(
        (&failed["isError"], text(&failed)),
        (
            &json!(true),
            "This tool intentionally returns an error for testing"
        )
    );
    peer.seen("everything: tool error");

    let reports = &peer.listener.0;
    let done = peer.call("test_tool_with_progress", json!({})).await?;
    assert_eq!(text(&done), "Tool with progress executed successfully");
    // Notifications have tasks of their own in this client, so the last ones may come after the result.
    for _ in 0..100 {
        if reports.lock().unwrap().len() == 3 {
            break;
        }
        sleep(Duration::from_millis(10)).await;
    }
    let seen = std::mem::take(&mut *reports.lock().unwrap());
    assert_eq!(
        seen,
        [
            (0.0, Some(100.0)),
            (50.0, Some(100.0)),
            (100.0, Some(100.0))
        ]
    );
    peer.seen("everything: progress");

    // On a busy machine a call may be over before it is given up; then another one is.
    for attempt in 0.. {
        assert!(attempt < 20, "no call could be given up");
        reports.lock().unwrap().clear();
        let call = peer.begin("test_tool_with_progress", json!({})).await?;
        while reports.lock().unwrap().is_empty() {
            sleep(Duration::from_millis(2)).await;
        }
        call.cancel(Some("no longer needed".into())).await?;
        sleep(Duration::from_millis(30)).await;
        let heard = reports.lock().unwrap().len();
        sleep(Duration::from_millis(300)).await;
        if !peer.cancels {
            break;
        }
        if heard < 3 {
            assert_eq!(reports.lock().unwrap().len(), heard, "{reports:?}");
            break;
        }
    }
    let again = peer.call("test_simple_text", json!({})).await?;
    assert_eq!(text(&again), "This is a simple text response for testing.");
    peer.seen(if peer.cancels {
        "everything: cancel"
    } else {
        "everything: a call given up"
    });
    Ok(())
}

async fn run(target: &str, root: &Path) -> Result {
    for modern in [false, true] {
        if target.contains("://") {
            check_everything(&Peer::connect(&[target], modern).await?).await?;
            continue;
        }
        let root = root.to_str().ok_or("not UTF-8")?;
        check_files(&Peer::connect(&[&format!("{target}/files"), root], modern).await?).await?;
        check_everything(&Peer::connect(&[&format!("{target}/everything")], modern).await?).await?;
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result {
    let target = std::env::args()
        .nth(1)
        .ok_or("usage: haft-interop-rmcp FOLDER|URL")?;
    let root = std::env::temp_dir().join(format!("haft-rmcp-{}", std::process::id()));
    std::fs::create_dir_all(&root)?;
    std::fs::write(root.join("notes.txt"), "remember to buy milk\n")?;
    let result = timeout(Duration::from_secs(120), run(&target, &root)).await;
    std::fs::remove_dir_all(&root)?;
    result?
}
