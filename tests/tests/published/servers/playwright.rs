//! The tools of a server that drives a browser.

use std::collections::BTreeMap;

use haft::{Builder, Server, schema, tool};

#[schema]
enum Level {
    Error,
    Warning,
    Info,
    Debug,
}

#[schema]
enum ColorScheme {
    Light,
    Dark,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum ReducedMotion {
    Reduce,
    NoPreference,
}

#[schema]
enum ForcedColors {
    Active,
    None,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum Contrast {
    More,
    NoPreference,
}

#[schema]
enum Media {
    Screen,
    Print,
}

#[schema]
struct Field {
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: String,
    name: String,
    r#type: FieldType,
    value: String,
}

#[schema]
enum FieldType {
    Textbox,
    Checkbox,
    Radio,
    Combobox,
    Slider,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum Part {
    RequestHeaders,
    RequestBody,
    ResponseHeaders,
    ResponseBody,
}

#[schema]
enum BrowserTakeScreenshotType {
    Png,
    Jpeg,
    Webp,
}

#[schema]
enum Scale {
    Css,
    Device,
}

#[schema]
enum Button {
    Left,
    Right,
    Middle,
}

#[schema]
#[serde(rename_all = "PascalCase")]
enum Modifier {
    Alt,
    Control,
    ControlOrMeta,
    Meta,
    Shift,
}

#[schema]
enum Action {
    List,
    New,
    Close,
    Select,
}

/// Close the page.
#[tool(read_only = false, destructive, open_world)]
fn browser_close() {}

/// Resize the window.
#[tool(read_only = false, destructive, open_world)]
fn browser_resize(width: u32, height: u32) {}

/// Give the messages of the console.
#[tool(read_only, destructive = false, open_world)]
fn browser_console_messages(
    /// The least severe to give.
    #[arg(default = Level::Info)]
    level: Level,
    all: Option<bool>,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Answer a dialog.
#[tool(read_only = false, destructive, open_world, rename_all = "camelCase")]
fn browser_handle_dialog(accept: bool, prompt_text: Option<String>) {}

/// Emulate features of a medium.
#[tool(read_only = false, destructive, open_world, rename_all = "camelCase")]
fn browser_emulate_media(
    color_scheme: Option<ColorScheme>,
    reduced_motion: Option<ReducedMotion>,
    forced_colors: Option<ForcedColors>,
    contrast: Option<Contrast>,
    media: Option<Media>,
) {
}

/// Run JavaScript on the page or on an element.
#[tool(read_only = false, destructive, open_world)]
fn browser_evaluate(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: Option<String>,
    function: &str,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Upload files.
#[tool(read_only = false, destructive, open_world)]
fn browser_file_upload(paths: Option<Vec<String>>) {}

/// Drop files or data on an element.
#[tool(read_only = false, destructive, open_world)]
fn browser_drop(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: &str,
    paths: Option<Vec<String>>,
    data: Option<BTreeMap<String, String>>,
) {
}

/// Find a text on the page.
#[tool(read_only, destructive = false, open_world)]
fn browser_find(
    text: Option<String>,
    regex: Option<String>,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Fill in several fields.
#[tool(read_only = false, destructive, open_world)]
fn browser_fill_form(fields: &[Field]) {}

/// Press a key.
#[tool(read_only = false, destructive, open_world)]
fn browser_press_key(key: &str) {}

/// Type into an element.
#[tool(read_only = false, destructive, open_world)]
fn browser_type(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: &str,
    text: &str,
    submit: Option<bool>,
    slowly: Option<bool>,
) {
}

/// Go to an address.
#[tool(read_only = false, destructive, open_world)]
fn browser_navigate(url: &str) {}

/// Go back to the page before.
#[tool(read_only = false, destructive, open_world)]
fn browser_navigate_back() {}

/// List the network requests of the page.
#[tool(read_only, destructive = false, open_world)]
fn browser_network_requests(
    /// Also images, scripts and fonts.
    #[arg(default)]
    r#static: bool,
    filter: Option<String>,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Show a network request.
#[tool(read_only, destructive = false, open_world)]
fn browser_network_request(
    #[arg(minimum = 1)] index: u32,
    part: Option<Part>,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Run a script with full access to the browser.
#[tool(read_only = false, destructive, open_world)]
fn browser_run_code_unsafe(
    code: Option<String>,
    /// Where to save it.
    filename: Option<String>,
) {
}

/// Take a picture of the page.
#[tool(read_only, destructive = false, open_world, rename_all = "camelCase")]
fn browser_take_screenshot(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: Option<String>,
    r#type: Option<BrowserTakeScreenshotType>,
    /// Where to save it.
    filename: Option<String>,
    full_page: Option<bool>,
    /// Points of the page, or of the screen.
    #[arg(default = Scale::Css)]
    scale: Scale,
) {
}

/// Describe the page as a tree of accessible elements.
#[tool(read_only, destructive = false, open_world)]
fn browser_snapshot(
    /// The element, from the last snapshot.
    target: Option<String>,
    /// Where to save it.
    filename: Option<String>,
    depth: Option<u32>,
    boxes: Option<bool>,
) {
}

/// Click an element.
#[tool(read_only = false, destructive, open_world, rename_all = "camelCase")]
fn browser_click(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: &str,
    double_click: Option<bool>,
    button: Option<Button>,
    modifiers: Option<Vec<Modifier>>,
) {
}

/// Drag one element onto another.
#[tool(read_only = false, destructive, open_world, rename_all = "camelCase")]
fn browser_drag(
    start_element: Option<String>,
    start_target: &str,
    end_element: Option<String>,
    end_target: &str,
) {
}

/// Hover over an element.
#[tool(read_only = false, destructive, open_world)]
fn browser_hover(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: &str,
) {
}

/// Select options of a list.
#[tool(read_only = false, destructive, open_world)]
fn browser_select_option(
    /// The element in words, for whoever must agree.
    element: Option<String>,
    /// The element, from the last snapshot.
    target: &str,
    values: &[String],
) {
}

/// List, open, close or select tabs.
#[tool(read_only = false, destructive, open_world)]
fn browser_tabs(action: Action, index: Option<u32>, url: Option<String>) {}

/// Wait for a time, or for a text to come or go.
#[tool(read_only, destructive = false, open_world, rename_all = "camelCase")]
fn browser_wait_for(
    /// Seconds.
    time: Option<f64>,
    text: Option<String>,
    text_gone: Option<String>,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("playwright", "1.0.0")
        .tool::<browser_close>()
        .tool::<browser_resize>()
        .tool::<browser_console_messages>()
        .tool::<browser_handle_dialog>()
        .tool::<browser_emulate_media>()
        .tool::<browser_evaluate>()
        .tool::<browser_file_upload>()
        .tool::<browser_drop>()
        .tool::<browser_find>()
        .tool::<browser_fill_form>()
        .tool::<browser_press_key>()
        .tool::<browser_type>()
        .tool::<browser_navigate>()
        .tool::<browser_navigate_back>()
        .tool::<browser_network_requests>()
        .tool::<browser_network_request>()
        .tool::<browser_run_code_unsafe>()
        .tool::<browser_take_screenshot>()
        .tool::<browser_snapshot>()
        .tool::<browser_click>()
        .tool::<browser_drag>()
        .tool::<browser_hover>()
        .tool::<browser_select_option>()
        .tool::<browser_tabs>()
        .tool::<browser_wait_for>()
}
