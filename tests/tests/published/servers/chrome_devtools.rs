//! The tools of a server for a browser's developer tools.

use haft::{Builder, Server, schema, tool};

#[schema]
#[serde(rename_all = "PascalCase")]
enum NetworkConditions {
    Offline,
    #[serde(rename = "Slow 3G")]
    Slow3G,
    #[serde(rename = "Fast 3G")]
    Fast3G,
    #[serde(rename = "Slow 4G")]
    Slow4G,
    #[serde(rename = "Fast 4G")]
    Fast4G,
}

#[schema]
enum ColorScheme {
    Dark,
    Light,
    Auto,
}

#[schema]
enum ForcedColors {
    Active,
    None,
    Auto,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum PrefersContrast {
    More,
    Less,
    Custom,
    NoPreference,
    Auto,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum PrefersReducedMotion {
    Reduce,
    NoPreference,
    Auto,
}

#[schema]
enum Format {
    Function,
    Script,
}

#[schema]
struct Element {
    /// Id of the element in the last snapshot.
    uid: String,
    value: String,
}

#[schema]
enum Action {
    Accept,
    Dismiss,
}

#[schema]
enum Mode {
    Navigation,
    Snapshot,
}

#[schema]
enum Device {
    Desktop,
    Mobile,
}

#[schema]
#[serde(rename_all = "camelCase")]
enum ListConsoleMessagesType {
    Log,
    Debug,
    Info,
    Error,
    Warn,
    Dir,
    Dirxml,
    Table,
    Trace,
    Clear,
    StartGroup,
    StartGroupCollapsed,
    EndGroup,
    Assert,
    Profile,
    ProfileEnd,
    Count,
    TimeEnd,
    Verbose,
    Issue,
}

#[schema]
enum ResourceType {
    Document,
    Stylesheet,
    Image,
    Media,
    Font,
    Script,
    Texttrack,
    Xhr,
    Fetch,
    Prefetch,
    Eventsource,
    Websocket,
    Manifest,
    Signedexchange,
    Ping,
    Cspviolationreport,
    Preflight,
    Fedcm,
    Other,
}

#[schema]
enum NavigatePageType {
    Url,
    Back,
    Forward,
    Reload,
}

#[schema]
enum TakeScreenshotFormat {
    Png,
    Jpeg,
    Webp,
}

/// Click an element.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn click(
    /// Id of the page.
    page_id: u32,
    /// Id of the element in the last snapshot.
    uid: &str,
    dbl_click: Option<bool>,
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Close a page.
#[tool(
    read_only = false,
    meta(category = "navigation"),
    rename_all = "camelCase"
)]
fn close_page(
    /// Id of the page.
    page_id: u32,
) {
}

/// Drag one element onto another.
#[tool(read_only = false, meta(category = "input"))]
fn drag(
    /// Id of the page.
    #[arg(name = "pageId")]
    page_id: u32,
    from_uid: &str,
    to_uid: &str,
    /// Add a snapshot of the page to the answer.
    #[arg(name = "includeSnapshot")]
    include_snapshot: Option<bool>,
) {
}

/// Emulate conditions such as a slow network.
#[tool(
    read_only = false,
    meta(category = "emulation"),
    rename_all = "camelCase"
)]
fn emulate(
    /// Id of the page.
    page_id: u32,
    network_conditions: Option<NetworkConditions>,
    /// How many times slower.
    #[arg(minimum = 1.0, maximum = 20.0)]
    cpu_throttling_rate: Option<f64>,
    geolocation: Option<String>,
    user_agent: Option<String>,
    color_scheme: Option<ColorScheme>,
    forced_colors: Option<ForcedColors>,
    prefers_contrast: Option<PrefersContrast>,
    prefers_reduced_motion: Option<PrefersReducedMotion>,
    /// Width, height and scale, such as `800x600x2,mobile`.
    viewport: Option<String>,
    /// Headers, as a JSON object.
    extra_http_headers: Option<String>,
) {
}

/// Run JavaScript on a page.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn evaluate_script(
    /// Id of the page.
    page_id: u32,
    function: Option<String>,
    source_path: Option<String>,
    format: Option<Format>,
    args: Option<Vec<String>>,
    /// Where to save it.
    file_path: Option<String>,
    dialog_action: Option<String>,
    wait_for_stable_dom: Option<bool>,
) {
}

/// Fill in one field.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn fill(
    /// Id of the page.
    page_id: u32,
    /// Id of the element in the last snapshot.
    uid: &str,
    value: &str,
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Fill in several fields.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn fill_form(
    /// Id of the page.
    page_id: u32,
    elements: &[Element],
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Show a message of the console.
#[tool(read_only, meta(category = "debugging"), rename_all = "camelCase")]
fn get_console_message(
    /// Id of the page.
    page_id: u32,
    msgid: u32,
) {
}

/// Show the styles of an element.
#[tool(read_only, meta(category = "debugging"), rename_all = "camelCase")]
fn get_css_styles(
    /// Id of the page.
    page_id: u32,
    /// Id of the element in the last snapshot.
    uid: &str,
    /// How many to give.
    #[arg(default = 10, minimum = 1)]
    page_size: u32,
    /// Which page of them, from 0.
    #[arg(default = 0)]
    page_idx: u32,
) {
}

/// Show a network request.
#[tool(
    read_only = false,
    meta(category = "network"),
    rename_all = "camelCase"
)]
fn get_network_request(
    /// Id of the page.
    page_id: u32,
    reqid: Option<u32>,
    request_file_path: Option<String>,
    response_file_path: Option<String>,
) {
}

/// Answer a dialog.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn handle_dialog(
    /// Id of the page.
    page_id: u32,
    action: Action,
    prompt_text: Option<String>,
) {
}

/// Hover over an element.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn hover(
    /// Id of the page.
    page_id: u32,
    /// Id of the element in the last snapshot.
    uid: &str,
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Audit a page.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn lighthouse_audit(
    /// Id of the page.
    page_id: u32,
    #[arg(default = Mode::Navigation)] mode: Mode,
    #[arg(default = Device::Desktop)] device: Device,
    output_dir_path: Option<String>,
) {
}

/// List the messages of the console.
#[tool(read_only, meta(category = "debugging"), rename_all = "camelCase")]
fn list_console_messages(
    /// Id of the page.
    page_id: u32,
    /// How many to give.
    #[arg(minimum = 1)]
    page_size: Option<u32>,
    /// Which page of them, from 0.
    page_idx: Option<u32>,
    types: Option<Vec<ListConsoleMessagesType>>,
    #[arg(default)] include_preserved_messages: bool,
    #[arg(default)] include_stack_traces: bool,
    service_worker_id: Option<String>,
) {
}

/// List the network requests of a page.
#[tool(read_only, meta(category = "network"), rename_all = "camelCase")]
fn list_network_requests(
    /// Id of the page.
    page_id: u32,
    /// How many to give.
    #[arg(minimum = 1)]
    page_size: Option<u32>,
    /// Which page of them, from 0.
    page_idx: Option<u32>,
    resource_types: Option<Vec<ResourceType>>,
    #[arg(default)] include_preserved_requests: bool,
) {
}

/// List the pages.
#[tool(read_only, meta(category = "navigation"))]
fn list_pages() {}

/// Go to an address, back, forward, or reload.
#[tool(
    read_only = false,
    meta(category = "navigation"),
    rename_all = "camelCase"
)]
fn navigate_page(
    /// Id of the page.
    page_id: u32,
    r#type: Option<NavigatePageType>,
    url: Option<String>,
    ignore_cache: Option<bool>,
    handle_before_unload: Option<Action>,
    init_script: Option<String>,
    /// At most so many milliseconds; 0 for the usual.
    timeout: Option<i64>,
) {
}

/// Open a page.
#[tool(
    read_only = false,
    meta(category = "navigation"),
    rename_all = "camelCase"
)]
fn new_page(
    url: &str,
    background: Option<bool>,
    isolated_context: Option<String>,
    /// At most so many milliseconds; 0 for the usual.
    timeout: Option<i64>,
) {
}

/// Explain an insight of a performance trace.
#[tool(read_only, meta(category = "performance"), rename_all = "camelCase")]
fn performance_analyze_insight(
    /// Id of the page.
    page_id: u32,
    insight_set_id: &str,
    insight_name: &str,
) {
}

/// Begin a performance trace.
#[tool(
    read_only = false,
    meta(category = "performance"),
    rename_all = "camelCase"
)]
fn performance_start_trace(
    /// Id of the page.
    page_id: u32,
    #[arg(default = true)] reload: bool,
    #[arg(default = true)] auto_stop: bool,
    ignore_cache: Option<bool>,
    /// Where to save it.
    file_path: Option<String>,
) {
}

/// End a performance trace.
#[tool(
    read_only = false,
    meta(category = "performance"),
    rename_all = "camelCase"
)]
fn performance_stop_trace(
    /// Id of the page.
    page_id: u32,
    /// Where to save it.
    file_path: Option<String>,
) {
}

/// Press a key or a combination of keys.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn press_key(
    /// Id of the page.
    page_id: u32,
    key: &str,
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Resize a page.
#[tool(
    read_only = false,
    meta(category = "emulation"),
    rename_all = "camelCase"
)]
fn resize_page(
    /// Id of the page.
    page_id: u32,
    #[arg(minimum = 1)] width: u32,
    #[arg(minimum = 1)] height: u32,
) {
}

/// Begin to record a page.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn screencast_start(
    /// Id of the page.
    page_id: u32,
    /// Where to save it.
    file_path: Option<String>,
) {
}

/// End the recording.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn screencast_stop(
    /// Id of the page.
    page_id: u32,
) {
}

/// Make a page the one that is used.
#[tool(read_only, meta(category = "navigation"), rename_all = "camelCase")]
fn select_page(
    /// Id of the page.
    page_id: u32,
    bring_to_front: Option<bool>,
) {
}

/// Save what is on the heap of a page.
#[tool(read_only = false, meta(category = "memory"), rename_all = "camelCase")]
fn take_heapsnapshot(
    /// Id of the page.
    page_id: u32,
    /// Where to save it.
    file_path: &str,
) {
}

/// Take a picture of a page or an element.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn take_screenshot(
    /// Id of the page.
    page_id: u32,
    #[arg(default = TakeScreenshotFormat::Png)] format: TakeScreenshotFormat,
    /// Of a compressed picture.
    #[arg(maximum = 100)]
    quality: Option<u8>,
    /// Id of the element in the last snapshot.
    uid: Option<String>,
    full_page: Option<bool>,
    /// Where to save it.
    file_path: Option<String>,
) {
}

/// Describe a page as a tree of accessible elements.
#[tool(
    read_only = false,
    meta(category = "debugging"),
    rename_all = "camelCase"
)]
fn take_snapshot(
    /// Id of the page.
    page_id: u32,
    verbose: Option<bool>,
    /// Where to save it.
    file_path: Option<String>,
) {
}

/// Type into the field that has the focus.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn type_text(
    /// Id of the page.
    page_id: u32,
    text: &str,
    submit_key: Option<String>,
) {
}

/// Upload files through an element.
#[tool(read_only = false, meta(category = "input"), rename_all = "camelCase")]
fn upload_file(
    /// Id of the page.
    page_id: u32,
    /// Id of the element in the last snapshot.
    uid: &str,
    #[arg(min_items = 1)] file_paths: &[String],
    /// Add a snapshot of the page to the answer.
    include_snapshot: Option<bool>,
) {
}

/// Wait until a text appears.
#[tool(read_only, meta(category = "navigation"), rename_all = "camelCase")]
fn wait_for(
    /// Id of the page.
    page_id: u32,
    #[arg(min_items = 1)] text: &[String],
    /// At most so many milliseconds; 0 for the usual.
    timeout: Option<i64>,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("chrome-devtools", "1.0.0")
        .tool::<click>()
        .tool::<close_page>()
        .tool::<drag>()
        .tool::<emulate>()
        .tool::<evaluate_script>()
        .tool::<fill>()
        .tool::<fill_form>()
        .tool::<get_console_message>()
        .tool::<get_css_styles>()
        .tool::<get_network_request>()
        .tool::<handle_dialog>()
        .tool::<hover>()
        .tool::<lighthouse_audit>()
        .tool::<list_console_messages>()
        .tool::<list_network_requests>()
        .tool::<list_pages>()
        .tool::<navigate_page>()
        .tool::<new_page>()
        .tool::<performance_analyze_insight>()
        .tool::<performance_start_trace>()
        .tool::<performance_stop_trace>()
        .tool::<press_key>()
        .tool::<resize_page>()
        .tool::<screencast_start>()
        .tool::<screencast_stop>()
        .tool::<select_page>()
        .tool::<take_heapsnapshot>()
        .tool::<take_screenshot>()
        .tool::<take_snapshot>()
        .tool::<type_text>()
        .tool::<upload_file>()
        .tool::<wait_for>()
}
