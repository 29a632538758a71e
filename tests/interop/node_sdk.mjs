// The official JavaScript client, package `@modelcontextprotocol/sdk`.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { main } from "./checks.mjs";

async function connect(target) {
  const client = new Client({ name: "interop", version: "1.0.0" });
  const overHttp = typeof target === "string";
  const transport = overHttp
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target[0], args: target.slice(1) });
  let revision;
  // The client tells nobody but its transport which revision was agreed.
  const tell = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (agreed) => { revision = agreed; tell?.(agreed); };
  await client.connect(transport);
  return {
    name: "npm sdk",
    client,
    revision,
    cancels: !overHttp,
    tools: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
  };
}

await main(connect, [undefined]);
