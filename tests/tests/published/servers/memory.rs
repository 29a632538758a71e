//! The tools of a server that keeps a graph of knowledge.

use haft::{Builder, Json, Server, schema, tool};

#[schema]
#[serde(rename_all = "camelCase")]
struct Entitie {
    name: String,
    entity_type: String,
    observations: Vec<String>,
}

#[schema(output)]
#[derive(Default)]
struct CreateEntitiesResult {
    entities: Vec<CreateEntitiesResultEntitie>,
}

#[schema(output)]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
struct CreateEntitiesResultEntitie {
    name: String,
    entity_type: String,
    observations: Vec<String>,
}

#[schema]
#[serde(rename_all = "camelCase")]
struct Relation {
    from: String,
    to: String,
    relation_type: String,
}

#[schema(output)]
#[derive(Default)]
struct CreateRelationsResult {
    relations: Vec<CreateRelationsResultRelation>,
}

#[schema(output)]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
struct CreateRelationsResultRelation {
    from: String,
    to: String,
    relation_type: String,
}

#[schema]
#[serde(rename_all = "camelCase")]
struct Observation {
    entity_name: String,
    contents: Vec<String>,
}

#[schema(output)]
#[derive(Default)]
struct AddObservationsResult {
    results: Vec<AddObservationsResultResult>,
}

#[schema(output)]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
struct AddObservationsResultResult {
    entity_name: String,
    added_observations: Vec<String>,
}

#[schema(output)]
#[derive(Default)]
struct Outcome {
    success: bool,
    message: String,
}

#[schema]
#[serde(rename_all = "camelCase")]
struct Deletion {
    entity_name: String,
    observations: Vec<String>,
}

#[schema(output)]
#[derive(Default)]
struct Graph {
    entities: Vec<CreateEntitiesResultEntitie>,
    relations: Vec<CreateRelationsResultRelation>,
}

/// Add entities to the graph.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn create_entities(entities: &[Entitie]) -> Json<CreateEntitiesResult> {
    Json(CreateEntitiesResult::default())
}

/// Add relations between entities.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn create_relations(relations: &[Relation]) -> Json<CreateRelationsResult> {
    Json(CreateRelationsResult::default())
}

/// Add observations to entities.
#[tool(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn add_observations(observations: &[Observation]) -> Json<AddObservationsResult> {
    Json(AddObservationsResult::default())
}

/// Delete entities and their relations.
#[tool(
    read_only = false,
    destructive,
    idempotent,
    open_world = false,
    rename_all = "camelCase"
)]
fn delete_entities(entity_names: &[String]) -> Json<Outcome> {
    Json(Outcome::default())
}

/// Delete observations of entities.
#[tool(read_only = false, destructive, idempotent, open_world = false)]
fn delete_observations(deletions: &[Deletion]) -> Json<Outcome> {
    Json(Outcome::default())
}

/// Delete relations.
#[tool(read_only = false, destructive, idempotent, open_world = false)]
fn delete_relations(relations: &[Relation]) -> Json<Outcome> {
    Json(Outcome::default())
}

/// Read the whole graph.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn read_graph() -> Json<Graph> {
    Json(Graph::default())
}

/// Find entities by a text.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn search_nodes(query: &str) -> Json<Graph> {
    Json(Graph::default())
}

/// Read entities by their names.
#[tool(read_only, destructive = false, idempotent, open_world = false)]
fn open_nodes(names: &[String]) -> Json<Graph> {
    Json(Graph::default())
}

pub(crate) fn builder() -> Builder {
    Server::builder("memory", "1.0.0")
        .tool::<create_entities>()
        .tool::<create_relations>()
        .tool::<add_observations>()
        .tool::<delete_entities>()
        .tool::<delete_observations>()
        .tool::<delete_relations>()
        .tool::<read_graph>()
        .tool::<search_nodes>()
        .tool::<open_nodes>()
}
