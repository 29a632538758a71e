//! Many clients at once: each asks, waits for the answer, looks at it, and asks again.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use haft_tests::chance::Chance;

use crate::questions::{Answer, draw};

/// Longer than any answer may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(crate) struct Load {
    pub(crate) answers: u64,
    pub(crate) slowest: Duration,
    pub(crate) reconnected: u64,
    pub(crate) differences: Vec<String>,
}

/// Asks on so many connections for so long.
pub(crate) async fn load(address: SocketAddr, time: Duration, connections: u64) -> Load {
    let end = Instant::now() + time;
    let clients: Vec<_> = (1..=connections)
        .map(|number| tokio::spawn(ask(address, end, number)))
        .collect();
    let mut all = Load::default();
    for client in clients {
        match client.await {
            Ok(one) => {
                all.answers += one.answers;
                all.slowest = all.slowest.max(one.slowest);
                all.reconnected += one.reconnected;
                all.differences.extend(one.differences);
            }
            Err(error) => all
                .differences
                .push(format!("a client has failed: {error}")),
        }
    }
    all
}

async fn ask(address: SocketAddr, end: Instant, number: u64) -> Load {
    let mut load = Load::default();
    let mut chance = Chance(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut connection = None;
    let mut id = number << 32;
    while Instant::now() < end && load.differences.is_empty() {
        id += 1;
        // Some come back on another connection.
        if chance.below(50) == 0 && connection.take().is_some() {
            load.reconnected += 1;
        }
        let question = draw(&mut chance, id);
        let begun = Instant::now();
        let answered = async {
            let connection = match &mut connection {
                Some(connection) => connection,
                none => none.insert(Connection::to(address).await?),
            };
            connection.send(&question.request).await?;
            connection.answer().await
        };
        let difference = match timeout(PATIENCE, answered).await {
            Ok(Ok(answer)) => question.judge(&answer).err(),
            Ok(Err(error)) => Some(format!("the connection: {error}")),
            Err(_) => Some("no answer".to_owned()),
        };
        load.answers += u64::from(difference.is_none());
        load.slowest = load.slowest.max(begun.elapsed());
        load.differences.extend(difference);
    }
    load
}

pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) async fn to(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(bytes).await
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.0.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    /// A whole response.
    pub(crate) async fn answer(&mut self) -> io::Result<Answer> {
        let status = self.line().await?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut answer = Answer {
            status: status.ok_or(io::ErrorKind::InvalidData)?,
            events: false,
            body: Vec::new(),
        };
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line().await?.to_ascii_lowercase();
            match line.split_once(": ") {
                None => break,
                Some(("content-length", value)) => {
                    length = value.parse().map_err(io::Error::other)?;
                }
                Some(("transfer-encoding", "chunked")) => chunked = true,
                Some(("content-type", value)) => answer.events = value == "text/event-stream",
                Some(_) => {}
            }
        }
        while chunked {
            let size = self.line().await?;
            let size = usize::from_str_radix(&size, 16).map_err(io::Error::other)?;
            let start = answer.body.len();
            answer.body.resize(start + size + 2, 0);
            self.0
                .read_exact(answer.body.get_mut(start..).unwrap_or_default())
                .await?;
            answer.body.truncate(start + size);
            chunked = size > 0;
        }
        let start = answer.body.len();
        answer.body.resize(start + length, 0);
        self.0
            .read_exact(answer.body.get_mut(start..).unwrap_or_default())
            .await?;
        Ok(answer)
    }
}
