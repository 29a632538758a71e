//! The tools of a server for a code host: repositories, issues, pull requests, projects, alerts.

use haft::{Builder, Map, Server, Value, schema, tool};

#[schema]
enum Method {
    GetWorkflow,
    GetWorkflowRun,
    GetWorkflowJob,
    DownloadWorkflowRunArtifact,
    GetWorkflowRunUsage,
    GetWorkflowRunLogsUrl,
}

#[schema]
enum ActionsListMethod {
    ListWorkflows,
    ListWorkflowRuns,
    ListWorkflowJobs,
    ListWorkflowRunArtifacts,
}

#[schema]
struct WorkflowJobsFilter {
    filter: Option<Filter>,
}

#[schema]
enum Filter {
    Latest,
    All,
}

#[schema]
struct WorkflowRunsFilter {
    actor: Option<String>,
    branch: Option<String>,
    event: Option<Event>,
    status: Option<Status>,
}

#[schema]
enum Event {
    BranchProtectionRule,
    CheckRun,
    CheckSuite,
    Create,
    Delete,
    Deployment,
    DeploymentStatus,
    Discussion,
    DiscussionComment,
    Fork,
    Gollum,
    IssueComment,
    Issues,
    Label,
    MergeGroup,
    Milestone,
    PageBuild,
    Public,
    PullRequest,
    PullRequestReview,
    PullRequestReviewComment,
    PullRequestTarget,
    Push,
    RegistryPackage,
    Release,
    RepositoryDispatch,
    Schedule,
    Status,
    Watch,
    WorkflowCall,
    WorkflowDispatch,
    WorkflowRun,
}

#[schema]
enum Status {
    Queued,
    InProgress,
    Completed,
    Requested,
    Waiting,
}

#[schema]
enum ActionsRunTriggerMethod {
    RunWorkflow,
    RerunWorkflowRun,
    RerunFailedJobs,
    CancelWorkflowRun,
    DeleteWorkflowRunLogs,
}

#[schema]
#[serde(rename_all = "UPPERCASE")]
enum Side {
    Left,
    Right,
}

#[schema]
#[serde(rename_all = "UPPERCASE")]
enum SubjectType {
    File,
    Line,
}

#[schema]
enum Reaction {
    #[serde(rename = "+1")]
    PlusOne,
    #[serde(rename = "-1")]
    MinusOne,
    Laugh,
    Confused,
    Heart,
    Hooray,
    Rocket,
    Eyes,
}

#[schema]
#[serde(rename_all = "UPPERCASE")]
enum Confidence {
    Low,
    Medium,
    High,
}

#[schema]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ReviewEvent {
    Approve,
    RequestChanges,
    Comment,
}

#[schema]
enum DiscussionCommentWriteMethod {
    Add,
    Reply,
    Update,
    Delete,
    MarkAnswer,
    UnmarkAnswer,
}

#[schema]
enum State {
    Read,
    Done,
}

#[schema]
enum Detail {
    None,
    Stats,
    FullPatch,
}

#[schema]
enum Field {
    Type,
    Name,
    Path,
    Size,
    Sha,
    Url,
    GitUrl,
    HtmlUrl,
    DownloadUrl,
}

#[schema]
enum IssueDependencyReadMethod {
    GetBlockedBy,
    GetBlocking,
}

#[schema]
enum IssueDependencyWriteMethod {
    Add,
    Remove,
}

#[schema]
enum IssueDependencyWriteType {
    BlockedBy,
    Blocking,
}

#[schema]
enum IssueReadMethod {
    Get,
    GetComments,
    GetSubIssues,
    GetParent,
    GetLabels,
}

#[schema]
struct IssueField {
    delete: Option<bool>,
    field_name: String,
    field_option_name: Option<String>,
    value: Option<IssueFieldValue>,
}

#[schema]
#[serde(untagged)]
enum IssueFieldValue {
    Text(String),
    Number(f64),
    Flag(bool),
}

#[schema]
enum IssueWriteMethod {
    Create,
    Update,
}

#[schema]
enum IssueState {
    Open,
    Closed,
}

#[schema]
enum StateReason {
    Completed,
    NotPlanned,
    Duplicate,
}

#[schema]
enum LabelWriteMethod {
    Create,
    Update,
    Delete,
}

#[schema]
enum Severity {
    Critical,
    High,
    Medium,
    Low,
    Warning,
    Note,
    Error,
}

#[schema]
enum CodeAlertState {
    Open,
    Closed,
    Dismissed,
    Fixed,
}

#[schema]
enum ListCommitsField {
    Sha,
    HtmlUrl,
    Commit,
    Author,
    Committer,
}

#[schema]
enum DependencyAlertSeverity {
    Low,
    Medium,
    High,
    Critical,
}

#[schema]
enum DependencyAlertState {
    Open,
    Fixed,
    Dismissed,
    AutoDismissed,
}

#[schema]
#[serde(rename_all = "UPPERCASE")]
enum Direction {
    Asc,
    Desc,
}

#[schema]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum OrderBy {
    CreatedAt,
    UpdatedAt,
}

#[schema]
enum Ecosystem {
    Actions,
    Composer,
    Erlang,
    Go,
    Maven,
    Npm,
    Nuget,
    Other,
    Pip,
    Pub,
    Rubygems,
    Rust,
}

#[schema]
enum AdvisorySeverity {
    Unknown,
    Low,
    Medium,
    High,
    Critical,
}

#[schema]
enum AdvisoryType {
    Reviewed,
    Malware,
    Unreviewed,
}

#[schema]
struct FieldFilter {
    field_name: String,
    value: String,
}

#[schema]
enum ListIssuesField {
    Number,
    Title,
    Body,
    State,
    User,
    Labels,
    Assignees,
    Comments,
    CreatedAt,
    UpdatedAt,
    FieldValues,
}

#[schema]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ListIssuesOrderBy {
    CreatedAt,
    UpdatedAt,
    Comments,
}

#[schema]
#[serde(rename_all = "UPPERCASE")]
enum ListIssuesState {
    Open,
    Closed,
}

#[schema]
enum NotificationFilter {
    Default,
    IncludeReadNotifications,
    OnlyParticipating,
}

#[schema]
enum Order {
    Asc,
    Desc,
}

#[schema]
enum Sort {
    Created,
    Updated,
    Published,
}

#[schema]
enum AdvisoryState {
    Triage,
    Draft,
    Published,
    Closed,
}

#[schema]
enum PullRequestField {
    Number,
    Title,
    Body,
    State,
    Draft,
    Merged,
    MergeableState,
    HtmlUrl,
    User,
    Labels,
    Assignees,
    RequestedReviewers,
    MergedBy,
    Head,
    Base,
    Additions,
    Deletions,
    ChangedFiles,
    Commits,
    Comments,
    CreatedAt,
    UpdatedAt,
    ClosedAt,
    MergedAt,
    Milestone,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum PullRequestSort {
    Created,
    Updated,
    Popularity,
    LongRunning,
}

#[schema]
enum PullRequestState {
    Open,
    Closed,
    All,
}

#[schema]
enum ListReleasesField {
    Id,
    TagName,
    Name,
    Body,
    HtmlUrl,
    PublishedAt,
    Prerelease,
    Draft,
    Author,
}

#[schema]
enum Affiliation {
    Outside,
    Direct,
    All,
}

#[schema]
enum Resolution {
    FalsePositive,
    WontFix,
    Revoked,
    PatternEdited,
    PatternDeleted,
    UsedInTests,
}

#[schema]
enum SecretState {
    Open,
    Resolved,
}

#[schema]
enum StarredSort {
    Created,
    Updated,
}

#[schema]
enum Action {
    Ignore,
    Watch,
    Delete,
}

#[schema]
enum MergeMethod {
    Merge,
    Squash,
    Rebase,
}

#[schema]
enum ProjectsGetMethod {
    GetProject,
    GetProjectField,
    GetProjectItem,
    GetProjectStatusUpdate,
    GetProjectView,
}

#[schema]
enum OwnerType {
    User,
    Org,
}

#[schema]
enum ProjectsListMethod {
    ListProjects,
    ListProjectFields,
    ListProjectItems,
    ListProjectStatusUpdates,
    ListProjectViews,
}

#[schema]
enum ItemType {
    Issue,
    PullRequest,
}

#[schema]
#[serde(untagged)]
enum Item {
    Node {
        node_id: String,
    },
    Id {
        item_id: u64,
    },
    Issue {
        /// Number of the issue.
        issue_number: u64,
        item_owner: String,
        item_repo: String,
    },
}

#[schema]
struct Iteration {
    duration: u32,
    start_date: String,
    title: String,
}

#[schema]
enum Layout {
    Table,
    Board,
    Roadmap,
}

#[schema]
enum ProjectsWriteMethod {
    AddProjectItem,
    UpdateProjectItem,
    UpdateProjectItems,
    DeleteProjectItem,
    CreateProjectStatusUpdate,
    CreateProjectView,
    UpdateProjectView,
    DeleteProjectView,
    CreateProject,
    CreateIterationField,
}

#[schema]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ProjectStatus {
    Inactive,
    OnTrack,
    AtRisk,
    OffTrack,
    Complete,
}

#[schema]
#[serde(untagged)]
enum UpdatedField {
    Id { id: u64, value: Value },
    Name { name: String, value: Value },
}

#[schema]
enum PullRequestReadMethod {
    Get,
    GetDiff,
    GetStatus,
    GetFiles,
    GetCommits,
    GetReviewComments,
    GetReviews,
    GetComments,
    GetCheckRuns,
}

#[schema]
enum PullRequestReviewWriteMethod {
    Create,
    SubmitPending,
    DeletePending,
    ResolveThread,
    UnresolveThread,
}

#[schema]
struct File {
    content: String,
    /// Path in the repository.
    path: String,
}

#[schema]
enum SearchCodeField {
    Name,
    Path,
    Sha,
    Repository,
    TextMatches,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum SearchCommitsSort {
    AuthorDate,
    CommitterDate,
}

#[schema]
enum FoundIssueField {
    Number,
    Title,
    Body,
    State,
    StateReason,
    Draft,
    Locked,
    HtmlUrl,
    User,
    AuthorAssociation,
    Labels,
    Assignee,
    Assignees,
    Milestone,
    Comments,
    Reactions,
    CreatedAt,
    UpdatedAt,
    ClosedAt,
    ClosedBy,
    Type,
    RepositoryUrl,
    PullRequest,
    FieldValues,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum SearchIssuesSort {
    Comments,
    Reactions,
    #[serde(rename = "reactions-+1")]
    ReactionsPlusOne,
    #[serde(rename = "reactions--1")]
    ReactionsMinusOne,
    ReactionsSmile,
    #[serde(rename = "reactions-thinking_face")]
    ReactionsThinkingFace,
    ReactionsHeart,
    ReactionsTada,
    Interactions,
    Created,
    Updated,
}

#[schema]
enum SearchOrgsSort {
    Followers,
    Repositories,
    Joined,
}

#[schema]
enum FoundPullRequestField {
    Number,
    Title,
    Body,
    State,
    StateReason,
    Draft,
    Locked,
    HtmlUrl,
    User,
    AuthorAssociation,
    Labels,
    Assignee,
    Assignees,
    Milestone,
    Comments,
    Reactions,
    CreatedAt,
    UpdatedAt,
    ClosedAt,
    ClosedBy,
    PullRequest,
    RepositoryUrl,
}

#[schema]
#[serde(rename_all = "kebab-case")]
enum SearchRepositoriesSort {
    Stars,
    Forks,
    HelpWantedIssues,
    Updated,
}

#[schema]
struct SetIssueFieldsField {
    /// How sure.
    confidence: Option<Confidence>,
    date_value: Option<String>,
    delete: Option<bool>,
    field_id: String,
    /// Suggest it instead of doing it.
    is_suggestion: Option<bool>,
    number_value: Option<f64>,
    /// Why, in one sentence.
    #[schema(max_length = 280)]
    rationale: Option<String>,
    single_select_option_id: Option<String>,
    text_value: Option<String>,
}

/// The type by name, or `null` to clear it.
#[schema]
#[serde(untagged)]
enum IssueType {
    Named(#[schema(min_length = 1)] String),
    None(()),
}

#[schema]
enum UiGetMethod {
    Labels,
    Assignees,
    Milestones,
    IssueTypes,
    Branches,
    IssueFields,
    Reviewers,
}

#[schema]
#[serde(untagged)]
enum Assignee {
    Text(String),
    Login {
        /// How sure.
        confidence: Option<Confidence>,
        /// Suggest it instead of doing it.
        is_suggestion: Option<bool>,
        login: String,
        /// Why, in one sentence.
        #[schema(max_length = 280)]
        rationale: Option<String>,
    },
}

#[schema]
#[serde(untagged)]
enum Label {
    Text(String),
    Name {
        /// How sure.
        confidence: Option<Confidence>,
        /// Suggest it instead of doing it.
        is_suggestion: Option<bool>,
        name: String,
        /// Why, in one sentence.
        #[schema(max_length = 280)]
        rationale: Option<String>,
    },
}

/// Get a workflow, one of its runs, or what belongs to a run.
#[tool(read_only, idempotent = false)]
fn actions_get(
    /// What to do.
    method: Method,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    resource_id: &str,
) {
}

/// List workflows, their runs, jobs or artifacts.
#[tool(read_only, idempotent = false)]
fn actions_list(
    /// What to do.
    method: ActionsListMethod,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    resource_id: Option<String>,
    workflow_jobs_filter: Option<WorkflowJobsFilter>,
    workflow_runs_filter: Option<WorkflowRunsFilter>,
) {
}

/// Run, repeat, cancel or clean up a workflow.
#[tool(read_only = false, destructive, idempotent = false)]
fn actions_run_trigger(
    /// Inputs of the workflow.
    inputs: Option<Map>,
    /// What to do.
    method: ActionsRunTriggerMethod,
    /// Whose repository.
    owner: &str,
    /// A branch, a tag or a commit.
    r#ref: Option<String>,
    /// Name of the repository.
    repo: &str,
    run_id: Option<u64>,
    /// Number or file name of the workflow.
    workflow_id: Option<String>,
) {
}

/// Add a comment to your review that is not yet submitted.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn add_comment_to_pending_review(
    /// The text, as Markdown.
    body: &str,
    line: Option<u32>,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    path: &str,
    /// Number of the pull request.
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    side: Option<Side>,
    start_line: Option<u32>,
    start_side: Option<Side>,
    subject_type: SubjectType,
) {
}

/// Comment on an issue, or react to it.
#[tool(read_only = false, idempotent = false)]
fn add_issue_comment(
    /// The text, as Markdown.
    #[arg(min_length = 1)]
    body: Option<String>,
    #[arg(minimum = 1)] comment_id: Option<u64>,
    /// Number of the issue.
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    reaction: Option<Reaction>,
    /// Name of the repository.
    repo: &str,
) {
}

/// React to a comment on an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn add_issue_comment_reaction(
    #[arg(minimum = 1)] comment_id: u64,
    content: Reaction,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// React to an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn add_issue_reaction(
    content: Reaction,
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Comment on a line or a file of a pull request.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn add_pull_request_review_comment(
    /// The text, as Markdown.
    body: &str,
    line: Option<u32>,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    path: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    side: Option<Side>,
    start_line: Option<u32>,
    start_side: Option<Side>,
    subject_type: SubjectType,
) {
}

/// React to a review comment.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn add_pull_request_review_comment_reaction(
    #[arg(minimum = 1)] comment_id: u64,
    content: Reaction,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Reply to a review comment.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn add_reply_to_pull_request_comment(
    /// The text, as Markdown.
    body: Option<String>,
    #[arg(minimum = 1)] comment_id: u64,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    pull_number: Option<u64>,
    reaction: Option<Reaction>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Make an issue a part of another.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn add_sub_issue(
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    replace_parent: Option<bool>,
    /// Name of the repository.
    repo: &str,
    sub_issue_id: u64,
) {
}

/// Assign the coding agent to an issue.
#[tool(read_only = false, idempotent)]
fn assign_copilot_to_issue(
    base_ref: Option<String>,
    custom_instructions: Option<String>,
    /// Number of the issue.
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Assign the coding agent to an issue and say why.
#[tool(read_only = false, idempotent)]
fn assign_copilot_to_issue_with_intent(
    base_ref: Option<String>,
    /// How sure.
    confidence: Confidence,
    custom_instructions: Option<String>,
    /// Suggest it instead of doing it.
    is_suggestion: bool,
    /// Number of the issue.
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Why, in one sentence.
    #[arg(max_length = 280)]
    rationale: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Create a branch.
#[tool(read_only = false, idempotent = false)]
fn create_branch(
    branch: &str,
    from_branch: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Create a gist.
#[tool(read_only = false, idempotent = false)]
fn create_gist(
    content: &str,
    description: Option<String>,
    filename: &str,
    #[arg(default)] public: bool,
) {
}

/// Open an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn create_issue(
    /// The text, as Markdown.
    body: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    title: &str,
) {
}

/// Write a file in a commit of its own.
#[tool(read_only = false, idempotent = false)]
fn create_or_update_file(
    #[arg(default)] allow_symlink_write: bool,
    branch: &str,
    content: &str,
    message: &str,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    path: &str,
    /// Name of the repository.
    repo: &str,
    /// A commit, or a branch.
    sha: Option<String>,
) {
}

/// Open a pull request.
#[tool(read_only = false, idempotent = false)]
fn create_pull_request(
    base: &str,
    /// The text, as Markdown.
    body: Option<String>,
    draft: Option<bool>,
    head: &str,
    maintainer_can_modify: Option<bool>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    reviewers: Option<Vec<String>>,
    title: &str,
) {
}

/// Review a pull request.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn create_pull_request_review(
    /// The text, as Markdown.
    body: Option<String>,
    #[arg(name = "commitID")] commit_id: Option<String>,
    event: Option<ReviewEvent>,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(name = "pullNumber", minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Create a repository.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn create_repository(
    auto_init: Option<bool>,
    description: Option<String>,
    name: &str,
    organization: Option<String>,
    #[arg(default = true)] r#private: bool,
) {
}

/// Delete a file in a commit of its own.
#[tool(read_only = false, destructive, idempotent = false)]
fn delete_file(
    branch: &str,
    message: &str,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    path: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Delete your review that is not yet submitted.
#[tool(
    read_only = false,
    destructive,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn delete_pending_pull_request_review(
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Delete a repository.
#[tool(read_only = false, destructive, idempotent = false)]
fn delete_repository(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Write, change, delete or mark a comment of a discussion.
#[tool(read_only = false, destructive, idempotent = false)]
fn discussion_comment_write(
    /// The text, as Markdown.
    body: Option<String>,
    #[arg(name = "commentNodeID")] comment_node_id: Option<String>,
    #[arg(name = "discussionNumber")] discussion_number: Option<u64>,
    /// What to do.
    method: DiscussionCommentWriteMethod,
    /// Whose repository.
    owner: Option<String>,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// Mark a notification as read or done.
#[tool(read_only = false, idempotent = false)]
fn dismiss_notification(
    state: State,
    /// Node id of the thread.
    #[arg(name = "threadID")]
    thread_id: &str,
) {
}

/// Find issues that say the same.
#[tool(read_only, idempotent = false)]
fn find_duplicate(
    confidence_threshold: Option<f64>,
    /// Number of the issue.
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Fork a repository.
#[tool(read_only = false, idempotent = false)]
fn fork_repository(
    organization: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get a finding about code quality.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_code_quality_finding(
    finding_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get an alert of code scanning.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_code_scanning_alert(
    alert_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get a commit.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_commit(
    #[arg(default = Detail::Stats)] detail: Detail,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    /// A commit, or a branch.
    sha: &str,
) {
}

/// Get an alert about a dependency.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_dependabot_alert(
    alert_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get a discussion.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_discussion(
    discussion_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// List the comments of a discussion.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_discussion_comments(
    /// The cursor of the page before.
    after: Option<String>,
    discussion_number: u64,
    include_replies: Option<bool>,
    /// Whose repository.
    owner: &str,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Show which commit last changed each line.
#[tool(read_only, idempotent = false)]
fn get_file_blame(
    /// The cursor of the page before.
    after: Option<String>,
    #[arg(minimum = 1)] end_line: Option<u32>,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    path: &str,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// A branch, a tag or a commit.
    r#ref: Option<String>,
    /// Name of the repository.
    repo: &str,
    #[arg(minimum = 1)] start_line: Option<u32>,
) {
}

/// Get a file or a directory.
#[tool(read_only, idempotent = false)]
fn get_file_contents(
    /// Which members to give; all if none is named.
    fields: Option<Vec<Field>>,
    /// Whose repository.
    owner: &str,
    /// Path in the repository.
    #[arg(default = "/")]
    path: &str,
    /// A branch, a tag or a commit.
    r#ref: Option<String>,
    /// Name of the repository.
    repo: &str,
    /// A commit, or a branch.
    sha: Option<String>,
) {
}

/// Get a gist.
#[tool(read_only, idempotent = false)]
fn get_gist(
    /// Id of the gist.
    gist_id: &str,
) {
}

/// Get a security advisory.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_global_security_advisory(ghsa_id: &str) {}

/// Get the logs of jobs.
#[tool(read_only)]
fn get_job_logs(
    failed_only: Option<bool>,
    job_id: Option<u64>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    return_content: Option<bool>,
    run_id: Option<u64>,
    /// How many lines of the end.
    #[arg(default = 500)]
    tail_lines: u32,
) {
}

/// Get a label.
#[tool(read_only, idempotent = false)]
fn get_label(
    name: &str,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get the latest release.
#[tool(read_only, idempotent = false)]
fn get_latest_release(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get the user who is signed in.
#[tool(read_only, idempotent = false)]
fn get_me() {}

/// Get a notification.
#[tool(read_only, idempotent = false)]
fn get_notification_details(#[arg(name = "notificationID")] notification_id: &str) {}

/// Get the release of a tag.
#[tool(read_only, idempotent = false)]
fn get_release_by_tag(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    tag: &str,
) {
}

/// List the files of a repository as a tree.
#[tool(read_only, idempotent = false)]
fn get_repository_tree(
    /// Whose repository.
    owner: &str,
    path_filter: Option<String>,
    #[arg(default)] recursive: bool,
    /// Name of the repository.
    repo: &str,
    tree_sha: Option<String>,
) {
}

/// Get an alert of secret scanning.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn get_secret_scanning_alert(
    alert_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get a tag.
#[tool(read_only, idempotent = false)]
fn get_tag(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    tag: &str,
) {
}

/// List the members of a team.
#[tool(read_only, idempotent = false)]
fn get_team_members(org: &str, team_slug: &str) {}

/// List the teams of a user.
#[tool(read_only, idempotent = false)]
fn get_teams(user: Option<String>) {}

/// List the issues that block an issue, or that it blocks.
#[tool(read_only, idempotent = false)]
fn issue_dependency_read(
    /// Number of the issue.
    issue_number: u64,
    /// What to do.
    method: IssueDependencyReadMethod,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Say that one issue blocks another, or no longer does.
#[tool(read_only = false, idempotent = false)]
fn issue_dependency_write(
    /// Number of the issue.
    issue_number: u64,
    /// What to do.
    method: IssueDependencyWriteMethod,
    /// Whose repository.
    owner: &str,
    related_issue_number: u64,
    related_owner: Option<String>,
    related_repo: Option<String>,
    /// Name of the repository.
    repo: &str,
    /// The type by name; none clears it.
    r#type: IssueDependencyWriteType,
) {
}

/// Get an issue, its comments or its parts.
#[tool(read_only, idempotent = false)]
fn issue_read(
    /// Number of the issue.
    issue_number: u64,
    /// What to do.
    method: IssueReadMethod,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Open or change an issue.
#[tool(read_only = false, idempotent = false)]
fn issue_write(
    assignees: Option<Vec<String>>,
    /// The text, as Markdown.
    body: Option<String>,
    duplicate_of: Option<u64>,
    issue_fields: Option<Vec<IssueField>>,
    /// Number of the issue.
    issue_number: Option<u64>,
    labels: Option<Vec<String>>,
    /// What to do.
    method: IssueWriteMethod,
    milestone: Option<u64>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    state: Option<IssueState>,
    /// Why it is in that state.
    state_reason: Option<StateReason>,
    title: Option<String>,
    /// The type by name; none clears it.
    #[arg(min_length = 1)]
    r#type: Option<String>,
) {
}

/// Create, change or delete a label.
#[tool(read_only = false, destructive, idempotent = false)]
fn label_write(
    color: Option<String>,
    description: Option<String>,
    /// What to do.
    method: LabelWriteMethod,
    name: &str,
    new_name: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// List branches.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_branches(
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// List alerts of code scanning.
#[tool(read_only, idempotent = false)]
fn list_code_scanning_alerts(
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// A branch, a tag or a commit.
    r#ref: Option<String>,
    /// Name of the repository.
    repo: &str,
    severity: Option<Severity>,
    #[arg(default = CodeAlertState::Open)] state: CodeAlertState,
    tool_name: Option<String>,
) {
}

/// List commits.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_commits(
    author: Option<String>,
    /// Which members to give; all if none is named.
    fields: Option<Vec<ListCommitsField>>,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Path in the repository.
    path: Option<String>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    /// A commit, or a branch.
    sha: Option<String>,
    /// Only what changed after this time (ISO 8601).
    since: Option<String>,
    /// Only what changed before this time (ISO 8601).
    until: Option<String>,
) {
}

/// List alerts about dependencies.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_dependabot_alerts(
    /// The cursor of the page before.
    after: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    severity: Option<DependencyAlertSeverity>,
    #[arg(default = DependencyAlertState::Open)] state: DependencyAlertState,
) {
}

/// List categories of discussions.
#[tool(read_only, idempotent = false)]
fn list_discussion_categories(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// List discussions.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_discussions(
    /// The cursor of the page before.
    after: Option<String>,
    category: Option<String>,
    /// Which end comes first.
    direction: Option<Direction>,
    order_by: Option<OrderBy>,
    /// Whose repository.
    owner: &str,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// List the gists of a user.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_gists(
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Only what changed after this time (ISO 8601).
    since: Option<String>,
    username: Option<String>,
) {
}

/// List security advisories.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_global_security_advisories(
    affects: Option<String>,
    cve_id: Option<String>,
    cwes: Option<Vec<String>>,
    ecosystem: Option<Ecosystem>,
    ghsa_id: Option<String>,
    is_withdrawn: Option<bool>,
    modified: Option<String>,
    published: Option<String>,
    severity: Option<AdvisorySeverity>,
    /// The type by name; none clears it.
    #[arg(default = AdvisoryType::Reviewed)]
    r#type: AdvisoryType,
    updated: Option<String>,
) {
}

/// List the fields that issues may have.
#[tool(read_only, idempotent = false)]
fn list_issue_fields(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// List the types that issues may have.
#[tool(read_only, idempotent = false)]
fn list_issue_types(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// List issues.
#[tool(read_only, idempotent = false)]
fn list_issues(
    /// The cursor of the page before.
    after: Option<String>,
    /// Which end comes first.
    direction: Option<Direction>,
    field_filters: Option<Vec<FieldFilter>>,
    /// Which members to give; all if none is named.
    fields: Option<Vec<ListIssuesField>>,
    labels: Option<Vec<String>>,
    #[arg(name = "orderBy")] order_by: Option<ListIssuesOrderBy>,
    /// Whose repository.
    owner: &str,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    /// Only what changed after this time (ISO 8601).
    since: Option<String>,
    state: Option<ListIssuesState>,
) {
}

/// List labels.
#[tool(read_only, idempotent = false)]
fn list_label(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// List notifications.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_notifications(
    /// The cursor of the page behind.
    before: Option<String>,
    filter: Option<NotificationFilter>,
    /// Whose repository.
    owner: Option<String>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: Option<String>,
    /// Only what changed after this time (ISO 8601).
    since: Option<String>,
) {
}

/// List the security advisories of an organization's repositories.
#[tool(read_only, idempotent = false)]
fn list_org_repository_security_advisories(
    /// Which end comes first.
    direction: Option<Order>,
    org: &str,
    /// What the order goes by.
    sort: Option<Sort>,
    state: Option<AdvisoryState>,
) {
}

/// List pull requests.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_pull_requests(
    base: Option<String>,
    /// Which end comes first.
    direction: Option<Order>,
    /// Which members to give; all if none is named.
    fields: Option<Vec<PullRequestField>>,
    head: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    /// What the order goes by.
    sort: Option<PullRequestSort>,
    state: Option<PullRequestState>,
) {
}

/// List releases.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_releases(
    /// Which members to give; all if none is named.
    fields: Option<Vec<ListReleasesField>>,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// List who works on a repository.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_repository_collaborators(
    affiliation: Option<Affiliation>,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// List the security advisories of a repository.
#[tool(read_only, idempotent = false)]
fn list_repository_security_advisories(
    /// Which end comes first.
    direction: Option<Order>,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    /// What the order goes by.
    sort: Option<Sort>,
    state: Option<AdvisoryState>,
) {
}

/// List alerts of secret scanning.
#[tool(read_only, idempotent = false)]
fn list_secret_scanning_alerts(
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
    resolution: Option<Resolution>,
    secret_type: Option<String>,
    state: Option<SecretState>,
) {
}

/// List the repositories that a user starred.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_starred_repositories(
    /// Which end comes first.
    direction: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What the order goes by.
    sort: Option<StarredSort>,
    username: Option<String>,
) {
}

/// List tags.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn list_tags(
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Ignore, watch or forget the thread of a notification.
#[tool(read_only = false, destructive, idempotent = false)]
fn manage_notification_subscription(
    action: Action,
    #[arg(name = "notificationID")] notification_id: &str,
) {
}

/// Ignore, watch or forget a repository.
#[tool(read_only = false, destructive, idempotent = false)]
fn manage_repository_notification_subscription(
    action: Action,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Mark all notifications as read.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn mark_all_notifications_read(
    last_read_at: Option<String>,
    /// Whose repository.
    owner: Option<String>,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// Merge a pull request.
#[tool(read_only = false, idempotent = false)]
fn merge_pull_request(
    commit_message: Option<String>,
    commit_title: Option<String>,
    merge_method: Option<MergeMethod>,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(name = "pullNumber")]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get a project or what belongs to it.
#[tool(read_only, idempotent = false)]
fn projects_get(
    field_id: Option<u64>,
    field_names: Option<Vec<String>>,
    /// Which members to give; all if none is named.
    fields: Option<Vec<String>>,
    item_id: Option<u64>,
    /// What to do.
    method: ProjectsGetMethod,
    /// Whose repository.
    owner: Option<String>,
    owner_type: Option<OwnerType>,
    project_number: Option<u64>,
    status_update_id: Option<String>,
    view_id: Option<String>,
) {
}

/// List projects or what belongs to one.
#[tool(read_only, idempotent = false)]
fn projects_list(
    /// The cursor of the page before.
    after: Option<String>,
    /// The cursor of the page behind.
    before: Option<String>,
    field_names: Option<Vec<String>>,
    /// Which members to give; all if none is named.
    fields: Option<Vec<String>>,
    /// What to do.
    method: ProjectsListMethod,
    /// Whose repository.
    owner: &str,
    owner_type: Option<OwnerType>,
    /// Results on a page.
    per_page: Option<u32>,
    project_number: Option<u64>,
    /// What to look for.
    query: Option<String>,
) {
}

/// Change a project, its items, views or status.
#[tool(read_only = false, destructive, idempotent = false)]
fn projects_write(
    /// The text, as Markdown.
    body: Option<String>,
    field_name: Option<String>,
    filter: Option<String>,
    /// Number of the issue.
    issue_number: Option<u64>,
    item_id: Option<u64>,
    item_owner: Option<String>,
    item_repo: Option<String>,
    item_type: Option<ItemType>,
    items: Option<Vec<Item>>,
    iteration_duration: Option<u32>,
    iterations: Option<Vec<Iteration>>,
    layout: Option<Layout>,
    /// What to do.
    method: ProjectsWriteMethod,
    name: Option<String>,
    /// Whose repository.
    owner: &str,
    owner_type: Option<OwnerType>,
    project_number: Option<u64>,
    pull_request_number: Option<u64>,
    start_date: Option<String>,
    status: Option<ProjectStatus>,
    target_date: Option<String>,
    title: Option<String>,
    updated_field: Option<UpdatedField>,
    view_id: Option<String>,
    visible_field_names: Option<Vec<String>>,
    visible_fields: Option<Vec<String>>,
) {
}

/// Get a pull request or what belongs to it.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn pull_request_read(
    /// The cursor of the page before.
    after: Option<String>,
    /// What to do.
    method: PullRequestReadMethod,
    /// Whose repository.
    owner: &str,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// Number of the pull request.
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Create, submit or delete a review, or resolve a thread.
#[tool(read_only = false, idempotent = false)]
fn pull_request_review_write(
    /// The text, as Markdown.
    body: Option<String>,
    #[arg(name = "commitID")] commit_id: Option<String>,
    event: Option<ReviewEvent>,
    /// What to do.
    method: PullRequestReviewWriteMethod,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(name = "pullNumber")]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    #[arg(name = "threadId")] thread_id: Option<String>,
) {
}

/// Write several files in one commit.
#[tool(read_only = false, idempotent = false)]
fn push_files(
    branch: &str,
    files: &[File],
    message: &str,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Take a part from an issue.
#[tool(read_only = false, destructive, idempotent = false, open_world)]
fn remove_sub_issue(
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    sub_issue_id: u64,
) {
}

/// Move a part of an issue before or after another.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn reprioritize_sub_issue(
    after_id: Option<u64>,
    before_id: Option<u64>,
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    sub_issue_id: u64,
) {
}

/// Ask the coding agent for a review.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn request_copilot_review(
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Ask users for a review.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn request_pull_request_reviewers(
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    reviewers: &[String],
) {
}

/// Resolve a thread of a review.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn resolve_review_thread(
    /// Node id of the thread.
    #[arg(name = "threadID")]
    thread_id: &str,
) {
}

/// Search code.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_code(
    /// Which members to give; all if none is named.
    fields: Option<Vec<SearchCodeField>>,
    /// Which end comes first.
    order: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// What the order goes by.
    sort: Option<String>,
) {
}

/// Search commits.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_commits(
    /// Which end comes first.
    order: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// What the order goes by.
    sort: Option<SearchCommitsSort>,
) {
}

/// Search issues.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_issues(
    /// Which members to give; all if none is named.
    fields: Option<Vec<FoundIssueField>>,
    /// Which end comes first.
    order: Option<Order>,
    /// Whose repository.
    owner: Option<String>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// Name of the repository.
    repo: Option<String>,
    /// What the order goes by.
    sort: Option<SearchIssuesSort>,
) {
}

/// Search organizations.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_orgs(
    /// Which end comes first.
    order: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// What the order goes by.
    sort: Option<SearchOrgsSort>,
) {
}

/// Search pull requests.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_pull_requests(
    /// Which members to give; all if none is named.
    fields: Option<Vec<FoundPullRequestField>>,
    /// Which end comes first.
    order: Option<Order>,
    /// Whose repository.
    owner: Option<String>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// Name of the repository.
    repo: Option<String>,
    /// What the order goes by.
    sort: Option<SearchIssuesSort>,
) {
}

/// Search repositories.
#[tool(read_only, idempotent = false)]
fn search_repositories(
    #[arg(default = true)] minimal_output: bool,
    /// Which end comes first.
    order: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(name = "perPage", minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// What the order goes by.
    sort: Option<SearchRepositoriesSort>,
) {
}

/// Search users.
#[tool(read_only, idempotent = false, rename_all = "camelCase")]
fn search_users(
    /// Which end comes first.
    order: Option<Order>,
    /// Which page of the results.
    #[arg(minimum = 1)]
    page: Option<u32>,
    /// Results on a page.
    #[arg(minimum = 1, maximum = 100)]
    per_page: Option<u32>,
    /// What to look for.
    query: &str,
    /// What the order goes by.
    sort: Option<SearchOrgsSort>,
) {
}

/// Set fields of an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn set_issue_fields(
    /// Which members to give; all if none is named.
    #[arg(min_items = 1)]
    fields: &[SetIssueFieldsField],
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Star a repository.
#[tool(read_only = false, idempotent = false)]
fn star_repository(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Add, remove or move a part of an issue.
#[tool(read_only = false, idempotent = false)]
fn sub_issue_write(
    after_id: Option<u64>,
    before_id: Option<u64>,
    /// Number of the issue.
    issue_number: u64,
    /// What to do.
    method: &str,
    /// Whose repository.
    owner: &str,
    replace_parent: Option<bool>,
    /// Name of the repository.
    repo: &str,
    sub_issue_id: u64,
) {
}

/// Submit your review.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn submit_pending_pull_request_review(
    /// The text, as Markdown.
    body: Option<String>,
    event: ReviewEvent,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Get what a form needs to offer.
#[tool(read_only, idempotent = false)]
fn ui_get(
    /// What to do.
    method: UiGetMethod,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: Option<String>,
) {
}

/// Reopen a thread of a review.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn unresolve_review_thread(
    /// Node id of the thread.
    #[arg(name = "threadID")]
    thread_id: &str,
) {
}

/// Take back a star.
#[tool(read_only = false, idempotent = false)]
fn unstar_repository(
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Change a gist.
#[tool(read_only = false, idempotent = false)]
fn update_gist(
    content: &str,
    description: Option<String>,
    filename: &str,
    /// Id of the gist.
    gist_id: &str,
) {
}

/// Set who works on an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_assignees(
    assignees: &[Assignee],
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Change the text of an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_body(
    /// The text, as Markdown.
    body: &str,
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Set the labels of an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_labels(
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    labels: &[Label],
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Set the milestone of an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_milestone(
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    #[arg(minimum = 1)] milestone: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
) {
}

/// Close or reopen an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_state(
    /// How sure.
    confidence: Option<Confidence>,
    #[arg(minimum = 1)] duplicate_of: Option<u64>,
    /// Suggest it instead of doing it.
    is_suggestion: Option<bool>,
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Why, in one sentence.
    #[arg(max_length = 280)]
    rationale: Option<String>,
    /// Name of the repository.
    repo: &str,
    state: IssueState,
    /// Why it is in that state.
    state_reason: Option<StateReason>,
) {
}

/// Rename an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_title(
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    /// Whose repository.
    owner: &str,
    /// Name of the repository.
    repo: &str,
    title: &str,
) {
}

/// Set or clear the type of an issue.
#[tool(read_only = false, destructive = false, idempotent = false, open_world)]
fn update_issue_type(
    /// How sure.
    confidence: Option<Confidence>,
    /// Suggest it instead of doing it.
    is_suggestion: Option<bool>,
    /// Number of the issue.
    #[arg(minimum = 1)]
    issue_number: u64,
    issue_type: IssueType,
    /// Whose repository.
    owner: &str,
    /// Why, in one sentence.
    #[arg(max_length = 280)]
    rationale: Option<String>,
    /// Name of the repository.
    repo: &str,
) {
}

/// Change a pull request.
#[tool(read_only = false, idempotent = false)]
fn update_pull_request(
    base: Option<String>,
    /// The text, as Markdown.
    body: Option<String>,
    draft: Option<bool>,
    maintainer_can_modify: Option<bool>,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(name = "pullNumber")]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    reviewers: Option<Vec<String>>,
    state: Option<IssueState>,
    title: Option<String>,
) {
}

/// Change the text of a pull request.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn update_pull_request_body(
    /// The text, as Markdown.
    body: &str,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Bring the branch of a pull request up to date.
#[tool(read_only = false, idempotent = false, rename_all = "camelCase")]
fn update_pull_request_branch(
    expected_head_sha: Option<String>,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Make a pull request a draft, or ready.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn update_pull_request_draft_state(
    draft: bool,
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
) {
}

/// Close or reopen a pull request.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn update_pull_request_state(
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    state: IssueState,
) {
}

/// Rename a pull request.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world,
    rename_all = "camelCase"
)]
fn update_pull_request_title(
    /// Whose repository.
    owner: &str,
    /// Number of the pull request.
    #[arg(minimum = 1)]
    pull_number: u64,
    /// Name of the repository.
    repo: &str,
    title: &str,
) {
}

pub(crate) fn builder() -> Builder {
    Server::builder("github", "1.0.0")
        .tool::<actions_get>()
        .tool::<actions_list>()
        .tool::<actions_run_trigger>()
        .tool::<add_comment_to_pending_review>()
        .tool::<add_issue_comment>()
        .tool::<add_issue_comment_reaction>()
        .tool::<add_issue_reaction>()
        .tool::<add_pull_request_review_comment>()
        .tool::<add_pull_request_review_comment_reaction>()
        .tool::<add_reply_to_pull_request_comment>()
        .tool::<add_sub_issue>()
        .tool::<assign_copilot_to_issue>()
        .tool::<assign_copilot_to_issue_with_intent>()
        .tool::<create_branch>()
        .tool::<create_gist>()
        .tool::<create_issue>()
        .tool::<create_or_update_file>()
        .tool::<create_pull_request>()
        .tool::<create_pull_request_review>()
        .tool::<create_repository>()
        .tool::<delete_file>()
        .tool::<delete_pending_pull_request_review>()
        .tool::<delete_repository>()
        .tool::<discussion_comment_write>()
        .tool::<dismiss_notification>()
        .tool::<find_duplicate>()
        .tool::<fork_repository>()
        .tool::<get_code_quality_finding>()
        .tool::<get_code_scanning_alert>()
        .tool::<get_commit>()
        .tool::<get_dependabot_alert>()
        .tool::<get_discussion>()
        .tool::<get_discussion_comments>()
        .tool::<get_file_blame>()
        .tool::<get_file_contents>()
        .tool::<get_gist>()
        .tool::<get_global_security_advisory>()
        .tool::<get_job_logs>()
        .tool::<get_label>()
        .tool::<get_latest_release>()
        .tool::<get_me>()
        .tool::<get_notification_details>()
        .tool::<get_release_by_tag>()
        .tool::<get_repository_tree>()
        .tool::<get_secret_scanning_alert>()
        .tool::<get_tag>()
        .tool::<get_team_members>()
        .tool::<get_teams>()
        .tool::<issue_dependency_read>()
        .tool::<issue_dependency_write>()
        .tool::<issue_read>()
        .tool::<issue_write>()
        .tool::<label_write>()
        .tool::<list_branches>()
        .tool::<list_code_scanning_alerts>()
        .tool::<list_commits>()
        .tool::<list_dependabot_alerts>()
        .tool::<list_discussion_categories>()
        .tool::<list_discussions>()
        .tool::<list_gists>()
        .tool::<list_global_security_advisories>()
        .tool::<list_issue_fields>()
        .tool::<list_issue_types>()
        .tool::<list_issues>()
        .tool::<list_label>()
        .tool::<list_notifications>()
        .tool::<list_org_repository_security_advisories>()
        .tool::<list_pull_requests>()
        .tool::<list_releases>()
        .tool::<list_repository_collaborators>()
        .tool::<list_repository_security_advisories>()
        .tool::<list_secret_scanning_alerts>()
        .tool::<list_starred_repositories>()
        .tool::<list_tags>()
        .tool::<manage_notification_subscription>()
        .tool::<manage_repository_notification_subscription>()
        .tool::<mark_all_notifications_read>()
        .tool::<merge_pull_request>()
        .tool::<projects_get>()
        .tool::<projects_list>()
        .tool::<projects_write>()
        .tool::<pull_request_read>()
        .tool::<pull_request_review_write>()
        .tool::<push_files>()
        .tool::<remove_sub_issue>()
        .tool::<reprioritize_sub_issue>()
        .tool::<request_copilot_review>()
        .tool::<request_pull_request_reviewers>()
        .tool::<resolve_review_thread>()
        .tool::<search_code>()
        .tool::<search_commits>()
        .tool::<search_issues>()
        .tool::<search_orgs>()
        .tool::<search_pull_requests>()
        .tool::<search_repositories>()
        .tool::<search_users>()
        .tool::<set_issue_fields>()
        .tool::<star_repository>()
        .tool::<sub_issue_write>()
        .tool::<submit_pending_pull_request_review>()
        .tool::<ui_get>()
        .tool::<unresolve_review_thread>()
        .tool::<unstar_repository>()
        .tool::<update_gist>()
        .tool::<update_issue_assignees>()
        .tool::<update_issue_body>()
        .tool::<update_issue_labels>()
        .tool::<update_issue_milestone>()
        .tool::<update_issue_state>()
        .tool::<update_issue_title>()
        .tool::<update_issue_type>()
        .tool::<update_pull_request>()
        .tool::<update_pull_request_body>()
        .tool::<update_pull_request_branch>()
        .tool::<update_pull_request_draft_state>()
        .tool::<update_pull_request_state>()
        .tool::<update_pull_request_title>()
}
