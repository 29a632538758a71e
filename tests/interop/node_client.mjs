// The official JavaScript client, package `@modelcontextprotocol/client`, in both eras.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { main } from "./checks.mjs";

async function connect(target, mode) {
  const client = new Client({ name: "interop", version: "1.0.0" }, { versionNegotiation: { mode } });
  const overHttp = typeof target === "string";
  await client.connect(
    overHttp ? new StreamableHTTPClientTransport(new URL(target)) : new StdioClientTransport({ command: target[0], args: target.slice(1) }),
  );
  const revision = client.getNegotiatedProtocolVersion();
  return {
    name: "npm client",
    client,
    revision,
    cancels: !overHttp || revision >= "2026-07-28",
    tools: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
  };
}

await main(connect, ["legacy", "auto"]);
