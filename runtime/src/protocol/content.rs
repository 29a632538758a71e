//! Content of a result: text, image, audio, embedded resource, resource link, with their annotations.

use serde_json::{Map, Value, json};

use super::Revision;
use crate::base64;

/// One block of a tool's answer (server/tools, § Tool Result).
///
/// Built by the function named for its kind; what a revision does not know is said in text to a client that speaks it.
///
/// ```
/// use haft::{Content, Role, tool};
///
/// /// Draw a red dot.
/// #[tool]
/// fn dot() -> Vec<Content> {
///     vec![
///         Content::text("A red dot:"),
///         Content::image(b"\x89PNG...", "image/png").audience([Role::User]),
///     ]
/// }
/// # let _ = dot;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    block: Block,
    annotations: Option<Annotations>,
    meta: Option<Map<String, Value>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Block {
    Text(String),
    Image {
        data: String,
        mime_type: String,
    },
    Audio {
        data: String,
        mime_type: String,
    },
    TextResource {
        uri: String,
        mime_type: Option<String>,
        text: String,
    },
    BlobResource {
        uri: String,
        mime_type: Option<String>,
        blob: String,
    },
    Link(Map<String, Value>),
}

impl Content {
    #[cfg(feature = "tracing")]
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text(text) | Block::TextResource { text, .. } => Some(text),
            _ => None,
        }
    }

    fn new(block: Block) -> Self {
        Self {
            block,
            annotations: None,
            meta: None,
        }
    }

    /// Text, for people and models.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text(text.into()))
    }

    /// An image: its bytes, and their media type such as `image/png`.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Image {
            data: base64::encode(bytes.as_ref()),
            mime_type: mime_type.into(),
        })
    }

    /// A sound: its bytes, and their media type such as `audio/wav`. Since 2025-03-26.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Audio {
            data: base64::encode(bytes.as_ref()),
            mime_type: mime_type.into(),
        })
    }

    /// An embedded resource that is text.
    pub fn resource(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(Block::TextResource {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
        })
    }

    /// An embedded resource that is bytes.
    pub fn binary_resource(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(Block::BlobResource {
            uri: uri.into(),
            mime_type: None,
            blob: base64::encode(bytes.as_ref()),
        })
    }

    /// A link to a resource that the client may read elsewhere. Since 2025-06-18.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        let mut link = Map::new();
        link.insert("uri".into(), uri.into().into());
        link.insert("name".into(), name.into().into());
        Self::new(Block::Link(link))
    }

    /// The media type of a resource or a resource link; on an image or a sound it replaces the one given; text has none.
    pub fn mime_type(mut self, mime: impl Into<String>) -> Self {
        let mime = mime.into();
        match &mut self.block {
            Block::Text(_) => {}
            Block::Image { mime_type, .. } | Block::Audio { mime_type, .. } => *mime_type = mime,
            Block::TextResource { mime_type, .. } | Block::BlobResource { mime_type, .. } => {
                *mime_type = Some(mime);
            }
            Block::Link(link) => {
                link.insert("mimeType".into(), mime.into());
            }
        }
        self
    }

    /// What a resource link leads to, in words; other kinds have no description.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        if let Block::Link(link) = &mut self.block {
            link.insert("description".into(), text.into().into());
        }
        self
    }

    /// The title of a resource link for people; other kinds have none.
    pub fn title(mut self, text: impl Into<String>) -> Self {
        if let Block::Link(link) = &mut self.block {
            link.insert("title".into(), text.into().into());
        }
        self
    }

    /// The size in bytes of what a resource link leads to; other kinds have none.
    pub fn size(mut self, bytes: u64) -> Self {
        if let Block::Link(link) = &mut self.block {
            link.insert("size".into(), bytes.into());
        }
        self
    }

    /// Whom the block is meant for.
    pub fn audience(mut self, roles: impl IntoIterator<Item = Role>) -> Self {
        self.annotations.get_or_insert_default().audience = Some(roles.into_iter().collect());
        self
    }

    /// How much the block matters, from 0 (may be left out) to 1 (must be seen); a value beyond is drawn to the nearer end.
    pub fn priority(mut self, priority: f64) -> Self {
        let priority = if priority.is_nan() {
            0.0
        } else {
            priority.clamp(0.0, 1.0)
        };
        self.annotations.get_or_insert_default().priority = Some(priority);
        self
    }

    /// When the content last changed, as ISO 8601 such as `2026-01-12T15:00:58Z`. Since 2025-06-18.
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.annotations.get_or_insert_default().last_modified = Some(time.into());
        self
    }

    /// A member of the block's `_meta`. Since 2025-06-18.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta
            .get_or_insert_default()
            .insert(key.into(), value.into());
        self
    }

    /// The block as a client of `revision` can read it.
    pub(crate) fn to_json(&self, revision: Revision) -> Value {
        let mut json = match &self.block {
            Block::Text(text) => text_block(text),
            Block::Image { data, mime_type } => {
                object(json!({"type": "image", "data": data, "mimeType": mime_type}))
            }
            Block::Audio { data, mime_type } if revision >= Revision::V2025_03_26 => {
                object(json!({"type": "audio", "data": data, "mimeType": mime_type}))
            }
            Block::Audio { mime_type, .. } => text_block(&format!(
                "[audio of type {mime_type}: this client's protocol revision has no audio]"
            )),
            Block::TextResource {
                uri,
                mime_type,
                text,
            } => embedded(uri, mime_type.as_deref(), "text", text),
            Block::BlobResource {
                uri,
                mime_type,
                blob,
            } => embedded(uri, mime_type.as_deref(), "blob", blob),
            Block::Link(link) if revision >= Revision::V2025_06_18 => {
                let mut block = object(json!({"type": "resource_link"}));
                block.extend(link.clone());
                block
            }
            Block::Link(link) => {
                let word = |key| link.get(key).and_then(Value::as_str).unwrap_or_default();
                text_block(&format!("{}: {}", word("name"), word("uri")))
            }
        };
        if let Some(annotations) = &self.annotations {
            json.insert("annotations".into(), annotations.to_json(revision));
        }
        if let Some(meta) = self
            .meta
            .as_ref()
            .filter(|_| revision >= Revision::V2025_06_18)
        {
            json.insert("_meta".into(), Value::Object(meta.clone()));
        }
        Value::Object(json)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// Hints for whoever shows or weighs a block (schema, `Annotations`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    audience: Option<Vec<Role>>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl Annotations {
    fn to_json(&self, revision: Revision) -> Value {
        let mut json = Map::new();
        if let Some(audience) = &self.audience {
            json.insert(
                "audience".into(),
                audience.iter().map(|role| role.as_str()).collect(),
            );
        }
        if let Some(priority) = self.priority {
            json.insert("priority".into(), priority.into());
        }
        if let Some(time) = self
            .last_modified
            .as_ref()
            .filter(|_| revision >= Revision::V2025_06_18)
        {
            json.insert("lastModified".into(), time.as_str().into());
        }
        Value::Object(json)
    }
}

/// A side of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn text_block(text: &str) -> Map<String, Value> {
    object(json!({"type": "text", "text": text}))
}

fn embedded(uri: &str, mime_type: Option<&str>, kind: &str, data: &str) -> Map<String, Value> {
    let mut resource = object(json!({"uri": uri}));
    if let Some(mime_type) = mime_type {
        resource.insert("mimeType".into(), mime_type.into());
    }
    resource.insert(kind.into(), data.into());
    object(json!({"type": "resource", "resource": resource}))
}
