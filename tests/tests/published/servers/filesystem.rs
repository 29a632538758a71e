//! The tools of a server for files.

use haft::{Builder, Json, Server, schema, tool};

#[schema(output)]
#[derive(Default)]
struct TextResult {
    content: String,
}

#[schema(output)]
#[derive(Default)]
struct Media {
    content: Vec<Content>,
}

#[schema(output)]
#[serde(untagged)]
enum Content {
    Data {
        r#type: ContentDataType,
        data: String,
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
    Resource {
        r#type: ContentResourceType,
        resource: Resource,
    },
}

#[schema(output)]
enum ContentDataType {
    Image,
    Audio,
}

#[schema(output)]
enum ContentResourceType {
    Resource,
}

#[schema(output)]
#[serde(rename_all = "camelCase")]
struct Resource {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    blob: String,
}

#[schema]
#[serde(rename_all = "camelCase")]
struct Edit {
    old_text: String,
    new_text: String,
}

#[schema]
enum SortBy {
    Name,
    Size,
}

/// Read a text file (superseded by `read_text_file`).
#[tool(read_only, open_world = false)]
fn read_file(
    /// Path of the file or directory.
    path: &str,
    /// Only so many lines of the end.
    tail: Option<u32>,
    /// Only so many lines of the beginning.
    head: Option<u32>,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Read a text file, or its first or last lines.
#[tool(read_only, open_world = false)]
fn read_text_file(
    /// Path of the file or directory.
    path: &str,
    /// Only so many lines of the end.
    tail: Option<u32>,
    /// Only so many lines of the beginning.
    head: Option<u32>,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Read an image or a sound.
#[tool(read_only, open_world = false)]
fn read_media_file(
    /// Path of the file or directory.
    path: &str,
) -> Json<Media> {
    Json(Media::default())
}

/// Read several text files.
#[tool(read_only, open_world = false)]
fn read_multiple_files(#[arg(min_items = 1)] paths: &[String]) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Write a text file, in the place of one that is there.
#[tool(read_only = false, destructive, idempotent, open_world = false)]
fn write_file(
    /// Path of the file or directory.
    path: &str,
    content: &str,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Replace texts in a file, and show the difference.
#[tool(
    read_only = false,
    destructive,
    idempotent = false,
    open_world = false,
    rename_all = "camelCase"
)]
fn edit_file(
    /// Path of the file or directory.
    path: &str,
    edits: &[Edit],
    /// Show the difference and change nothing.
    #[arg(default)]
    dry_run: bool,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Create a directory and those above it.
#[tool(read_only = false, destructive = false, idempotent, open_world = false)]
fn create_directory(
    /// Path of the file or directory.
    path: &str,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// List a directory.
#[tool(read_only, open_world = false)]
fn list_directory(
    /// Path of the file or directory.
    path: &str,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// List a directory with the sizes of its files.
#[tool(read_only, open_world = false, rename_all = "camelCase")]
fn list_directory_with_sizes(
    /// Path of the file or directory.
    path: &str,
    #[arg(default = SortBy::Name)] sort_by: SortBy,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// List a directory and those below it as a tree.
#[tool(read_only, open_world = false, rename_all = "camelCase")]
fn directory_tree(
    /// Path of the file or directory.
    path: &str,
    /// Patterns of what to leave out.
    #[arg(default)]
    exclude_patterns: Vec<String>,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Move or rename a file.
#[tool(read_only = false, destructive, idempotent = false, open_world = false)]
fn move_file(source: &str, destination: &str) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Find files by a pattern of their names.
#[tool(read_only, open_world = false, rename_all = "camelCase")]
fn search_files(
    /// Path of the file or directory.
    path: &str,
    pattern: &str,
    /// Patterns of what to leave out.
    #[arg(default)]
    exclude_patterns: Vec<String>,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// Tell size, times and permissions of a file.
#[tool(read_only, open_world = false)]
fn get_file_info(
    /// Path of the file or directory.
    path: &str,
) -> Json<TextResult> {
    Json(TextResult::default())
}

/// List the directories that may be used.
#[tool(read_only, open_world = false)]
fn list_allowed_directories() -> Json<TextResult> {
    Json(TextResult::default())
}

pub(crate) fn builder() -> Builder {
    Server::builder("filesystem", "1.0.0")
        .tool::<read_file>()
        .tool::<read_text_file>()
        .tool::<read_media_file>()
        .tool::<read_multiple_files>()
        .tool::<write_file>()
        .tool::<edit_file>()
        .tool::<create_directory>()
        .tool::<list_directory>()
        .tool::<list_directory_with_sizes>()
        .tool::<directory_tree>()
        .tool::<move_file>()
        .tool::<search_files>()
        .tool::<get_file_info>()
        .tool::<list_allowed_directories>()
}
