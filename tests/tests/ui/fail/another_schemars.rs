//! A type whose schema is that of another major version of schemars.

use haft::{Json, tool};

#[derive(serde::Deserialize, serde::Serialize, schemars_0::JsonSchema)]
#[schemars(crate = "schemars_0")]
struct Place {
    name: String,
}

/// Take a type of another schemars.
#[tool]
fn takes(place: Place) -> String {
    place.name
}

/// Return a type of another schemars.
#[tool]
fn returns() -> Json<Place> {
    Json(Place { name: String::new() })
}

fn main() {}
