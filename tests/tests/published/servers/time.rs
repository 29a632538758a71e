//! The tools of a server for time zones.

use haft::{Builder, Json, Server, schema, tool};

#[schema(output)]
#[derive(Default)]
struct GetCurrentTimeResult {
    timezone: String,
    datetime: String,
    day_of_week: String,
    is_dst: bool,
}

#[schema(output)]
#[derive(Default)]
struct ConvertTimeResult {
    source: GetCurrentTimeResult,
    target: GetCurrentTimeResult,
    time_difference: String,
}

/// Tell the time in a time zone.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn get_current_time(
    /// Name of the time zone, such as `Europe/Oslo`.
    timezone: &str,
) -> Json<GetCurrentTimeResult> {
    Json(GetCurrentTimeResult::default())
}

/// Convert a time of day from one time zone to another.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn convert_time(
    source_timezone: &str,
    /// Time of day, such as `16:30`.
    time: &str,
    target_timezone: &str,
) -> Json<ConvertTimeResult> {
    Json(ConvertTimeResult::default())
}

pub(crate) fn builder() -> Builder {
    Server::builder("time", "1.0.0")
        .tool::<get_current_time>()
        .tool::<convert_time>()
}
