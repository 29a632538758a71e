//! The tools of a server for pages, blocks and data sources, made from a description of an HTTP interface.

use haft::{Builder, Map, Server, schema, tool};

#[schema]
#[serde(untagged)]
enum Sort {
    Direction {
        direction: Option<String>,
        timestamp: Option<String>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
#[serde(untagged)]
enum Filter {
    Value {
        value: Option<FilterValueValue>,
        property: Option<String>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
enum FilterValueValue {
    Page,
    DataSource,
}

#[schema]
#[serde(untagged)]
enum Children {
    Paragraph {
        paragraph: Option<Paragraph>,
        r#type: Option<ChildrenParagraphType>,
    },
    BulletedListItem {
        bulleted_list_item: Option<Paragraph>,
        r#type: Option<ChildrenBulletedListItemType>,
    },
    Text(String),
    Other(Map),
}

#[schema]
struct Paragraph {
    rich_text: Vec<RichText>,
}

#[schema]
struct RichText {
    text: RichTextText,
    r#type: Option<RichTextType>,
}

#[schema]
struct RichTextText {
    content: String,
    link: Option<Map>,
}

#[schema]
enum RichTextType {
    Text,
}

#[schema]
enum ChildrenParagraphType {
    Paragraph,
}

#[schema]
enum ChildrenBulletedListItemType {
    BulletedListItem,
}

#[schema]
#[serde(untagged)]
enum UpdateABlockType {
    Other(Map),
    Text(String),
}

#[schema]
#[serde(untagged)]
enum Properties {
    Other(Map),
    Text(String),
}

#[schema]
#[serde(untagged)]
enum Icon {
    Emoji { emoji: String },
    Text(String),
}

#[schema]
#[serde(untagged)]
enum Cover {
    External {
        external: External,
        r#type: Option<CoverExternalType>,
    },
    Text(String),
}

#[schema]
struct External {
    url: String,
}

#[schema]
enum CoverExternalType {
    External,
}

#[schema]
#[serde(untagged)]
enum Parent {
    PageId {
        /// Id of the page.
        #[schema(format = "uuid")]
        page_id: String,
        #[serde(flatten)]
        more: Map,
    },
    DatabaseId {
        r#type: Option<ParentDatabaseIdType>,
        #[schema(format = "uuid")]
        database_id: String,
        #[serde(flatten)]
        more: Map,
    },
    Workspace {
        r#type: ParentWorkspaceType,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
enum ParentDatabaseIdType {
    DatabaseId,
}

#[schema]
enum ParentWorkspaceType {
    Workspace,
}

#[schema]
#[serde(untagged)]
enum PostPageChildren {
    Text(String),
    Other(Map),
}

#[schema]
#[serde(untagged)]
enum CreateACommentParent {
    PageId {
        /// Id of the page.
        page_id: String,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
#[serde(untagged)]
enum CreateACommentRichText {
    Text {
        text: RichTextTextText,
        #[serde(flatten)]
        more: Map,
    },
    Plain(String),
    Other(Map),
}

#[schema]
struct RichTextTextText {
    content: String,
    #[serde(flatten)]
    more: Map,
}

#[schema]
#[serde(untagged)]
enum QueryDataSourceSort {
    Property {
        property: String,
        direction: Direction,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
    Other(Map),
}

#[schema]
enum Direction {
    Ascending,
    Descending,
}

#[schema]
#[serde(untagged)]
enum Title {
    Text {
        text: RichTextText,
        r#type: Option<RichTextType>,
    },
    Plain(String),
    Other(Map),
}

#[schema]
#[serde(untagged)]
enum CreateADataSourceParent {
    PageId {
        /// Id of the page.
        #[schema(format = "uuid")]
        page_id: String,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
#[serde(untagged)]
enum MovePageParent {
    Parent(Destination),
    Text(String),
}

#[schema]
#[serde(tag = "type")]
enum Destination {
    PageId {
        /// Id of the page.
        #[schema(format = "uuid")]
        page_id: String,
    },
    DatabaseId {
        #[schema(format = "uuid")]
        database_id: String,
    },
    Workspace,
}

#[schema]
enum UpdatePageMarkdownType {
    ReplaceContent,
    UpdateContent,
    InsertContent,
    ReplaceContentRange,
}

#[schema]
#[serde(untagged)]
enum ReplaceContent {
    NewStr {
        new_str: String,
        allow_deleting_content: Option<bool>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
#[serde(untagged)]
enum UpdateContent {
    ContentUpdates {
        content_updates: Vec<ContentUpdate>,
        allow_deleting_content: Option<bool>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
struct ContentUpdate {
    old_str: String,
    new_str: String,
    replace_all_matches: Option<bool>,
    #[serde(flatten)]
    more: Map,
}

#[schema]
#[serde(untagged)]
enum InsertContent {
    Content {
        content: String,
        after: Option<String>,
        position: Option<Position>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

#[schema]
struct Position {
    r#type: Option<PositionType>,
    #[serde(flatten)]
    more: Map,
}

#[schema]
enum PositionType {
    Start,
    End,
}

#[schema]
#[serde(untagged)]
enum ReplaceContentRange {
    Content {
        content: String,
        content_range: String,
        allow_deleting_content: Option<bool>,
        #[serde(flatten)]
        more: Map,
    },
    Text(String),
}

/// Get a user.
#[tool(name = "API-get-user", read_only)]
fn get_user(#[arg(format = "uuid")] user_id: &str) {}

/// List users.
#[tool(name = "API-get-users", read_only)]
fn get_users(
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    #[arg(default = 100)]
    page_size: u32,
) {
}

/// Get the user that the token belongs to.
#[tool(name = "API-get-self", read_only)]
fn get_self() {}

/// Search pages and data sources by title.
#[tool(name = "API-post-search", destructive)]
fn post_search(
    query: Option<String>,
    sort: Option<Sort>,
    filter: Option<Filter>,
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    #[arg(default = 100)]
    page_size: u32,
) {
}

/// List the blocks inside a block.
#[tool(name = "API-get-block-children", read_only)]
fn get_block_children(
    /// Id of the block.
    block_id: &str,
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    #[arg(default = 100)]
    page_size: u32,
) {
}

/// Append blocks to a block.
#[tool(name = "API-patch-block-children", destructive)]
fn patch_block_children(
    /// Id of the block.
    block_id: &str,
    children: &[Children],
    after: Option<String>,
) {
}

/// Get a block.
#[tool(name = "API-retrieve-a-block", read_only)]
fn retrieve_a_block(
    /// Id of the block.
    block_id: &str,
) {
}

/// Change a block.
#[tool(name = "API-update-a-block", destructive)]
fn update_a_block(
    /// Id of the block.
    block_id: &str,
    r#type: Option<UpdateABlockType>,
    #[arg(default = true)] archived: bool,
) {
}

/// Move a block to the trash.
#[tool(name = "API-delete-a-block", destructive)]
fn delete_a_block(
    /// Id of the block.
    block_id: &str,
) {
}

/// Get a page.
#[tool(name = "API-retrieve-a-page", read_only)]
fn retrieve_a_page(
    /// Id of the page.
    page_id: &str,
    filter_properties: Option<String>,
) {
}

/// Change the properties of a page.
#[tool(name = "API-patch-page", destructive)]
fn patch_page(
    /// Id of the page.
    page_id: &str,
    /// Values by the name of the property.
    properties: Option<Properties>,
    #[arg(default)] in_trash: bool,
    archived: Option<bool>,
    icon: Option<Icon>,
    cover: Option<Cover>,
) {
}

/// Create a page.
#[tool(name = "API-post-page", destructive)]
fn post_page(
    /// Where it belongs.
    parent: Parent,
    /// Values by the name of the property.
    properties: Properties,
    children: Option<Vec<PostPageChildren>>,
    icon: Option<String>,
    cover: Option<String>,
) {
}

/// Get one property of a page.
#[tool(name = "API-retrieve-a-page-property", read_only)]
fn retrieve_a_page_property(
    /// Id of the page.
    page_id: &str,
    property_id: &str,
    /// Results on a page.
    page_size: Option<u32>,
    /// The cursor of the page before.
    start_cursor: Option<String>,
) {
}

/// List the comments on a block.
#[tool(name = "API-retrieve-a-comment", read_only)]
fn retrieve_a_comment(
    /// Id of the block.
    block_id: &str,
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    page_size: Option<u32>,
) {
}

/// Write a comment.
#[tool(name = "API-create-a-comment", destructive)]
fn create_a_comment(
    /// Where it belongs.
    parent: CreateACommentParent,
    rich_text: &[CreateACommentRichText],
) {
}

/// Query a data source.
#[tool(name = "API-query-data-source", destructive)]
fn query_data_source(
    /// Id of the data source.
    data_source_id: &str,
    filter_properties: Option<Vec<PostPageChildren>>,
    filter: Option<Properties>,
    sorts: Option<Vec<QueryDataSourceSort>>,
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    #[arg(default = 100)]
    page_size: u32,
    archived: Option<bool>,
    in_trash: Option<bool>,
) {
}

/// Get a data source.
#[tool(name = "API-retrieve-a-data-source", read_only)]
fn retrieve_a_data_source(
    /// Id of the data source.
    data_source_id: &str,
) {
}

/// Change a data source.
#[tool(name = "API-update-a-data-source", destructive)]
fn update_a_data_source(
    /// Id of the data source.
    data_source_id: &str,
    title: Option<Vec<Title>>,
    description: Option<Vec<Title>>,
    /// Values by the name of the property.
    properties: Option<Properties>,
) {
}

/// Create a data source.
#[tool(name = "API-create-a-data-source", destructive)]
fn create_a_data_source(
    /// Where it belongs.
    parent: CreateADataSourceParent,
    /// Values by the name of the property.
    properties: Properties,
    title: Option<Vec<Title>>,
) {
}

/// List the templates of a data source.
#[tool(name = "API-list-data-source-templates", read_only)]
fn list_data_source_templates(
    /// Id of the data source.
    data_source_id: &str,
    /// The cursor of the page before.
    start_cursor: Option<String>,
    /// Results on a page.
    #[arg(default = 100)]
    page_size: u32,
) {
}

/// Get a database.
#[tool(name = "API-retrieve-a-database", read_only)]
fn retrieve_a_database(database_id: &str) {}

/// Move a page.
#[tool(name = "API-move-page", destructive)]
fn move_page(
    /// Id of the page.
    #[arg(format = "uuid")]
    page_id: &str,
    /// Where it belongs.
    parent: MovePageParent,
) {
}

/// Get a page as Markdown.
#[tool(name = "API-retrieve-page-markdown", read_only)]
fn retrieve_page_markdown(
    /// Id of the page.
    #[arg(format = "uuid")]
    page_id: &str,
    #[arg(default)] include_transcript: bool,
) {
}

/// Change a page by its Markdown.
#[tool(name = "API-update-page-markdown", destructive)]
fn update_page_markdown(
    /// Id of the page.
    #[arg(format = "uuid")]
    page_id: &str,
    r#type: UpdatePageMarkdownType,
    replace_content: Option<ReplaceContent>,
    update_content: Option<UpdateContent>,
    insert_content: Option<InsertContent>,
    replace_content_range: Option<ReplaceContentRange>,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("notion", "1.0.0")
        .tool::<get_user>()
        .tool::<get_users>()
        .tool::<get_self>()
        .tool::<post_search>()
        .tool::<get_block_children>()
        .tool::<patch_block_children>()
        .tool::<retrieve_a_block>()
        .tool::<update_a_block>()
        .tool::<delete_a_block>()
        .tool::<retrieve_a_page>()
        .tool::<patch_page>()
        .tool::<post_page>()
        .tool::<retrieve_a_page_property>()
        .tool::<retrieve_a_comment>()
        .tool::<create_a_comment>()
        .tool::<query_data_source>()
        .tool::<retrieve_a_data_source>()
        .tool::<update_a_data_source>()
        .tool::<create_a_data_source>()
        .tool::<list_data_source_templates>()
        .tool::<retrieve_a_database>()
        .tool::<move_page>()
        .tool::<retrieve_page_markdown>()
        .tool::<update_page_markdown>()
}
