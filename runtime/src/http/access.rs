//! Which names a server is reached by, and which pages may reach it (streamable-http, § Security & Endpoint).

use std::net::IpAddr;

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};

use super::refusal::Refusal;

const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The names and pages that are let in.
///
/// A web page can make its visitor's browser send requests to any address, and can let its own name point to one: what
/// gives it away is `Origin`, its own address, and `Host`, the name that it used.
#[derive(Clone, Debug, Default)]
pub(super) struct Access {
    hosts: Vec<Place>,
    origins: Vec<Place>,
    any_host: bool,
    any_origin: bool,
    forwarded: bool,
}

/// A host, with the port and the scheme if they matter; in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    scheme: Option<String>,
    host: String,
    port: Option<u16>,
}

impl Access {
    pub(super) fn allow_host(&mut self, host: &str) {
        match host {
            "*" => self.any_host = true,
            // `Host` has no scheme.
            _ => self.hosts.push(Place {
                scheme: None,
                ..Place::of_setting(host)
            }),
        }
    }

    pub(super) fn allow_origin(&mut self, origin: &str) {
        match origin {
            "*" => self.any_origin = true,
            _ => self.origins.push(Place::of_setting(origin)),
        }
    }

    /// Lets the address in that a listener is bound to, if it is one.
    pub(super) fn allow_bound(&mut self, address: IpAddr) {
        if !address.is_unspecified() {
            let host = match address {
                IpAddr::V4(address) => address.to_string(),
                IpAddr::V6(address) => format!("[{address}]"),
            };
            self.hosts.push(Place {
                scheme: None,
                host,
                port: None,
            });
        }
    }

    /// Believes what a proxy says in `X-Forwarded-Host`.
    pub(super) fn believe_proxy(&mut self) {
        self.forwarded = true;
    }

    pub(super) fn check(&self, request: &Parts) -> Result<(), Refusal> {
        if !self.any_host {
            self.check_host(request)?;
        }
        match request.headers.get(ORIGIN) {
            Some(origin) if !self.any_origin => self.check_origin(origin, &request.headers),
            _ => Ok(()),
        }
    }

    fn check_host(&self, request: &Parts) -> Result<(), Refusal> {
        let mut values = request.headers.get_all(HOST).iter();
        let (first, more) = (values.next(), values.next());
        if more.is_some() {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "`Host` stands twice; send it once",
            ));
        }
        let forwarded = if self.forwarded {
            last(&request.headers, &FORWARDED_HOST)
        } else {
            None
        };
        let named = match (forwarded, request.uri.authority(), first) {
            (Some(name), _, _) => name,
            // A request that names its whole address, as in HTTP/2, has its host there (RFC 9112, section 3.2.2).
            (None, Some(authority), _) => authority.as_str(),
            (None, None, Some(host)) => host.to_str().unwrap_or_default(),
            (None, None, None) => {
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "`Host` is missing"));
            }
        };
        if is_loopback(named) {
            return Ok(());
        }
        let Some(place) = Place::of_authority(named) else {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "`Host` is no name or address with an optional port",
            ));
        };
        if LOOPBACK.contains(&place.host.as_str())
            || self.hosts.iter().any(|allowed| allowed.admits(&place))
        {
            return Ok(());
        }
        let host = &place.host;
        Err(Refusal::new(
            StatusCode::FORBIDDEN,
            format!(
                "the host `{host}` is not allowed; if this server is meant to be reached by it, allow it with `allow_host(\"{host}\")`"
            ),
        ))
    }

    fn check_origin(&self, origin: &HeaderValue, headers: &HeaderMap) -> Result<(), Refusal> {
        let refuse = |shown: &str| {
            Err(Refusal::new(
                StatusCode::FORBIDDEN,
                format!(
                    "the origin `{shown}` is not allowed; if its pages are meant to reach this server, allow it with `allow_origin(\"{shown}\")`"
                ),
            ))
        };
        if headers.get_all(ORIGIN).iter().nth(1).is_some() {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "`Origin` stands twice; send it once",
            ));
        }
        let Some(place) = origin.to_str().ok().and_then(Place::of_origin) else {
            let shown: String = String::from_utf8_lossy(origin.as_bytes())
                .chars()
                .take(200)
                .collect();
            let literal = |allowed: &Place| {
                allowed.scheme.is_none() && allowed.port.is_none() && allowed.host == shown
            };
            return if self.origins.iter().any(literal) {
                Ok(())
            } else {
                refuse(&shown)
            };
        };
        let is_local = LOOPBACK.contains(&place.host.as_str());
        if is_local || self.origins.iter().any(|allowed| allowed.admits(&place)) {
            return Ok(());
        }
        let scheme = place.scheme.as_deref().unwrap_or_default();
        let port = place
            .port
            .map(|port| format!(":{port}"))
            .unwrap_or_default();
        refuse(&format!("{scheme}://{}{port}", place.host))
    }
}

/// Whether a host is plainly this machine, with or without a port.
fn is_loopback(host: &str) -> bool {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let is_port = port.is_empty()
        || (port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok());
    LOOPBACK.contains(&name) && is_port
}

/// The last value of a header that may hold a list: what the nearest proxy added.
fn last<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(str::trim)
}

impl Place {
    /// A name, or a name and a port, or a whole origin. What is none of these admits only itself.
    fn of_setting(text: &str) -> Self {
        let text = text.trim();
        let bare = text
            .parse::<IpAddr>()
            .ok()
            .filter(IpAddr::is_ipv6)
            .map(|address| format!("[{address}]"));
        let text = bare.as_deref().unwrap_or(text);
        let place = if text.contains("://") {
            Self::of_origin(text)
        } else {
            Self::of_authority(text)
        };
        place.unwrap_or_else(|| Self {
            scheme: None,
            host: text.to_owned(),
            port: None,
        })
    }

    fn of_authority(text: &str) -> Option<Self> {
        let authority: Authority = text.parse().ok()?;
        let host = authority.host();
        let port = match text.strip_prefix(host)? {
            "" | ":" => None,
            _ => Some(authority.port_u16()?),
        };
        Some(Self {
            scheme: None,
            host: canonical(host),
            port,
        })
    }

    fn of_origin(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let place = Self::of_authority(uri.authority()?.as_str())?;
        Some(Self {
            scheme: Some(uri.scheme_str()?.to_ascii_lowercase()),
            ..place
        })
    }

    /// Whether this, an entry of a list, lets another in. Without a scheme, what it leaves out does not matter.
    fn admits(&self, other: &Self) -> bool {
        let scheme = self.scheme.is_none() || self.scheme == other.scheme;
        let open = self.scheme.is_none() && self.port.is_none();
        let port =
            open || self.port() == other.port() || (other.port.is_none() && self.is_standard());
        scheme && port && self.host == other.host
    }

    /// The port, where it is said or the scheme says it.
    fn port(&self) -> Option<u16> {
        self.port.or(match self.scheme.as_deref() {
            Some("http") => Some(80),
            Some("https") => Some(443),
            _ => None,
        })
    }

    /// `Host` leaves the port out that its scheme implies, and does not say which scheme that is.
    fn is_standard(&self) -> bool {
        self.scheme.is_none() && matches!(self.port, Some(80 | 443))
    }
}

/// A host as it is compared: in lower case, an IPv6 address in its one short form.
fn canonical(host: &str) -> String {
    let inner = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match inner.and_then(|inner| inner.parse::<std::net::Ipv6Addr>().ok()) {
        Some(address) => format!("[{address}]"),
        None => host.to_ascii_lowercase(),
    }
}
