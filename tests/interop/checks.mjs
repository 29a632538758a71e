// What every JavaScript client must see of the `files` and the `everything` example, whatever the client is.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const TOOLS = [
  "test_simple_text",
  "test_image_content",
  "test_audio_content",
  "test_embedded_resource",
  "test_multiple_content_types",
  "test_error_handling",
  "test_tool_with_progress",
  "test_streaming_elicitation",
  "test_logging_tool",
  "test_missing_capability",
  "json_schema_2020_12_tool",
];

const PROGRESS = "test_tool_with_progress";

// A peer is `{name, revision, cancels, tools(), call(tool, arguments, options)}`: `options` has `onprogress` and `signal`,
// and `cancels` says whether the server hears of a call that is given up.

async function refusal(peer, tool, args) {
  try {
    const result = await peer.call(tool, args);
    assert.fail(`${tool} was not refused: ${JSON.stringify(result)}`);
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return error;
  }
}

async function checkFiles(peer, seen) {
  const tools = await peer.tools();
  assert.deepEqual(tools.map((tool) => tool.name), ["list_files", "read_file", "search_files"]);
  assert.deepEqual(tools[1].inputSchema.required, ["path"]);
  seen("files: list");

  const text = await peer.call("read_file", { path: "notes.txt" });
  assert.ok(!text.isError);
  assert.deepEqual(text.content, [{ type: "text", text: "remember to buy milk\n" }]);
  seen("files: call");

  const listed = await peer.call("list_files", {});
  const expected = [{ path: "notes.txt", directory: false, bytes: 21 }];
  assert.deepEqual(listed.structuredContent, peer.revision < "2026-07-28" ? { result: expected } : expected);
  seen("files: structured content");

  const refused = await refusal(peer, "read_file", { pat: "notes.txt", lines: -1 });
  assert.equal(refused.code, -32602, refused);
  assert.match(
    refused.message,
    /Invalid arguments for read_file:\n- \/pat: unknown argument \(did you mean "path"\?\)\n- \/lines: expected an integer .*, got -1\n- \/path: missing, expected a string$/,
  );
  assert.deepEqual(refused.data.faults.map((fault) => fault.code), ["unknown", "range", "missing"]);
  seen("files: argument faults");

  const outside = await peer.call("read_file", { path: "../secret" });
  assert.ok(outside.isError);
  assert.match(outside.content[0].text, /outside of the root/);
  const missing = await peer.call("read_file", { path: "missing.txt" });
  assert.ok(missing.isError);
  assert.match(missing.content[0].text, /^missing\.txt: /);
  seen("files: tool errors");
}

async function checkContent(peer) {
  const content = async (tool, args = {}) => {
    const result = await peer.call(tool, args);
    assert.ok(!result.isError, result);
    return result.content;
  };
  const text = (what) => [{ type: "text", text: what }];
  assert.deepEqual(await content("test_simple_text"), text("This is a simple text response for testing."));
  const [image] = await content("test_image_content");
  assert.deepEqual([image.type, image.mimeType], ["image", "image/png"]);
  assert.equal(Buffer.from(image.data, "base64").subarray(1, 4).toString(), "PNG");
  const [audio] = await content("test_audio_content");
  assert.deepEqual([audio.type, audio.mimeType], ["audio", "audio/wav"]);
  assert.equal(Buffer.from(audio.data, "base64").subarray(0, 4).toString(), "RIFF");
  const resource = { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." };
  assert.deepEqual(await content("test_embedded_resource"), [{ type: "resource", resource }]);
  const mixed = await content("test_multiple_content_types");
  assert.deepEqual(mixed.map((block) => block.type), ["text", "image", "resource"]);
  assert.deepEqual(JSON.parse(mixed[2].resource.text), { test: "data", value: 123 });
  assert.deepEqual(await content("test_streaming_elicitation"), text("Nothing was asked of the client."));
  assert.deepEqual(await content("test_logging_tool"), text("Nothing was logged."));
  const sent = { name: "Ada", contactMethod: "email", email: "ada@example.com" };
  assert.deepEqual(JSON.parse((await content("json_schema_2020_12_tool", sent))[0].text), sent);
  // Only from 2026-07-28 on does a request say what its client can do.
  if (peer.revision < "2026-07-28") {
    assert.deepEqual(await content("test_missing_capability"), text("The client declares sampling."));
  } else {
    const lacking = await refusal(peer, "test_missing_capability", {});
    assert.equal(lacking.code, -32021, lacking);
    assert.deepEqual(lacking.data, { requiredCapabilities: { sampling: {} } });
  }
}

async function checkEverything(peer, seen) {
  const tools = await peer.tools();
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names.filter((name) => TOOLS.includes(name)), TOOLS);
  assert.equal(names[0], TOOLS[0]);
  const written = tools.find((tool) => tool.name === "json_schema_2020_12_tool").inputSchema;
  assert.equal(written.$defs.address.$anchor, "addressDef");
  assert.deepEqual(written.else, { required: ["email"] });
  seen("everything: list");

  await checkContent(peer);
  seen("everything: call of each");

  const refused = await refusal(peer, "test_simple_text", { nonsense: 1 });
  assert.equal(refused.code, -32602, refused);
  assert.match(refused.message, /Invalid arguments for test_simple_text:\n- \/nonsense: unknown argument \(none are taken here\)$/);
  const unknown = await refusal(peer, "test_simple_txt", {});
  assert.equal(unknown.code, -32602, unknown);
  assert.match(unknown.message, /Unknown tool: "test_simple_txt" \(did you mean "test_simple_text"\?\)$/);
  seen("everything: argument fault, unknown tool");

  const failed = await peer.call("test_error_handling", {});
  assert.ok(failed.isError);
  assert.deepEqual(failed.content, [{ type: "text", text: "This tool intentionally returns an error for testing" }]);
  seen("everything: tool error");

  const reports = [];
  const onprogress = ({ progress, total }) => reports.push([progress, total]);
  const done = await peer.call(PROGRESS, {}, { onprogress });
  assert.equal(done.content[0].text, "Tool with progress executed successfully");
  assert.deepEqual(reports, [[0, 100], [50, 100], [100, 100]]);
  seen("everything: progress");

  // On a busy machine a call may be over before it is given up; then another one is.
  for (let attempt = 0; ; attempt++) {
    assert.ok(attempt < 20, "no call could be given up");
    reports.length = 0;
    const giveUp = new AbortController();
    const options = { signal: giveUp.signal, onprogress: (report) => { onprogress(report); giveUp.abort("no longer needed"); } };
    const answered = await peer.call(PROGRESS, {}, options).then(() => true, () => false);
    const heard = reports.length;
    await sleep(300);
    if (!peer.cancels) break;
    if (answered || heard === 3) continue;
    assert.equal(reports.length, heard);
    break;
  }
  const again = await peer.call("test_simple_text", {});
  assert.equal(again.content[0].text, "This is a simple text response for testing.");
  seen(peer.cancels ? "everything: cancel" : "everything: a call given up");
}

// Runs all checks: `connect(target, mode)` gives a peer and `close()`; a target is a command as a list, or a URL of
// `everything`. The program's argument is that URL, or the folder of the two binaries.
export async function main(connect, modes) {
  setTimeout(() => { console.error("not done within two minutes"); process.exit(1); }, 120_000).unref();
  const where = process.argv[2];
  const root = mkdtempSync(join(tmpdir(), "haft-"));
  writeFileSync(join(root, "notes.txt"), "remember to buy milk\n");
  try {
    for (const mode of modes) {
      const targets = where.includes("://")
        ? [[where, checkEverything]]
        : [[[join(where, "files"), root], checkFiles], [[join(where, "everything")], checkEverything]];
      for (const [target, check] of targets) {
        const peer = await connect(target, mode);
        // Anything that the client cannot make sense of, such as an answer to a call that was given up.
        const odd = [];
        peer.client.onerror = (error) => odd.push(error);
        await check(peer, (what) => console.log(`${peer.name}, ${peer.revision}: ${what}`));
        await peer.client.close();
        if (peer.cancels) assert.deepEqual(odd, []);
      }
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}
