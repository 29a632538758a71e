//! Which hosts and origins are let in.

use haft::{HttpService, Server, tool};

use crate::client::{Running, post};

/// Answer.
#[tool]
fn answer() -> &'static str {
    "ok"
}

fn service() -> HttpService {
    Server::builder("names", "1")
        .tool::<answer>()
        .build()
        .unwrap()
        .http_service()
}

fn status(server: &Running, headers: &[(&str, &str)]) -> u16 {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"answer"}}"#;
    let reply = server.ask(post(headers, body));
    if reply.status != 200 {
        let error = &reply.json()["error"];
        assert_eq!(error["code"], -32600);
        if reply.status == 403 {
            let name = headers.last().unwrap().1;
            let message = error["message"].as_str().unwrap();
            assert!(
                message.contains(name.split(':').next().unwrap()),
                "{message}"
            );
            assert!(message.contains("allow_"), "{message}");
        }
    }
    reply.status
}

#[test]
fn this_machine_is_let_in_by_default() {
    let server = Running::start(service());
    for host in [
        "localhost",
        "localhost:3000",
        "127.0.0.1",
        "127.0.0.1:9",
        "[::1]",
        "[::1]:3000",
        "LOCALHOST:1",
        "[0:0:0:0:0:0:0:1]:3000",
    ] {
        assert_eq!(status(&server, &[("Host", host)]), 200, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:3000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "[::2]",
    ] {
        assert_eq!(status(&server, &[("Host", host)]), 403, "{host}");
    }
    for host in [
        "",
        "a b",
        "user@localhost",
        "localhost:99999",
        "localhost:x",
    ] {
        assert_eq!(status(&server, &[("Host", host)]), 400, "{host}");
    }
    assert_eq!(
        status(&server, &[("Host", "localhost"), ("host", "evil.example")]),
        400
    );
    for origin in [
        "http://localhost",
        "http://localhost:8080",
        "https://127.0.0.1",
        "http://[::1]:5173",
    ] {
        assert_eq!(status(&server, &[("Origin", origin)]), 200, "{origin}");
    }
    for origin in [
        "https://evil.example",
        "http://localhost.evil.example",
        "null",
        "http://127.0.0.2",
    ] {
        assert_eq!(status(&server, &[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(
        status(
            &server,
            &[
                ("Origin", "http://localhost"),
                ("origin", "https://evil.example")
            ]
        ),
        400
    );
    // The proxy's word counts only where there is one.
    assert_eq!(
        status(&server, &[("X-Forwarded-Host", "evil.example")]),
        200
    );
}

#[test]
fn others_are_let_in_by_name() {
    let server = Running::start(
        service()
            .allow_host("tools.example.com")
            .allow_host("a.example.com:8443")
            .allow_host("b.example.com:443")
            .allow_host("2001:db8::1")
            .allow_origin("https://app.example.com")
            .allow_origin("c.example.com")
            .allow_origin("null"),
    );
    for (host, expected) in [
        ("tools.example.com", 200),
        ("Tools.Example.COM:99", 200),
        ("a.example.com:8443", 200),
        ("a.example.com", 403),
        ("a.example.com:8444", 403),
        ("b.example.com", 200),
        ("b.example.com:80", 403),
        ("[2001:db8::1]:3000", 200),
        ("[2001:DB8:0::1]", 200),
        ("localhost", 200),
        ("example.com", 403),
        ("x.tools.example.com", 403),
    ] {
        assert_eq!(status(&server, &[("Host", host)]), expected, "{host}");
    }
    for (origin, expected) in [
        ("https://app.example.com", 200),
        ("https://app.example.com:443", 200),
        ("https://app.example.com:8443", 403),
        ("http://app.example.com", 403),
        ("http://c.example.com:1", 200),
        ("null", 200),
        ("https://tools.example.com", 403),
    ] {
        assert_eq!(status(&server, &[("Origin", origin)]), expected, "{origin}");
    }
}

#[test]
fn a_proxy_is_believed_where_there_is_one() {
    let server = Running::start(service().allow_host("tools.example.com").behind_proxy());
    for (forwarded, expected) in [
        ("tools.example.com", 200),
        ("evil.example", 403),
        // What the nearest proxy added is the last.
        ("evil.example, tools.example.com", 200),
        ("tools.example.com, evil.example", 403),
    ] {
        let headers = [("Host", "localhost"), ("X-Forwarded-Host", forwarded)];
        let last = forwarded.rsplit(", ").next().unwrap();
        let reply = server.ask(post(&headers, "{}"));
        assert_eq!(reply.status == 403, expected == 403, "{forwarded}");
        if expected == 403 {
            assert!(reply.text().contains(last), "{}", reply.text());
        }
    }
}

#[test]
fn any_may_be_let_in() {
    let server = Running::start(service().allow_host("*").allow_origin("*"));
    for headers in [
        [("Host", "evil.example"), ("Origin", "https://evil.example")],
        [("Host", ""), ("Origin", "null")],
    ] {
        assert_eq!(status(&server, &headers), 200);
    }
}
