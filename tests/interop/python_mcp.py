"""The official Python client, package `mcp` 2, over stdio against the `files` example: argument 1 is its binary."""

import asyncio
import pathlib
import sys
import tempfile

from mcp import Client, MCPError, StdioServerParameters


async def check(binary: str, root: str, mode: str) -> None:
    server = StdioServerParameters(command=binary, args=[root])
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        assert client.server_info.name == "files", client.server_info

        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["list_files", "read_file", "search_files"], tools
        assert tools[1].input_schema["required"] == ["path"], tools[1].input_schema

        text = await client.call_tool("read_file", {"path": "notes.txt"})
        assert not text.is_error and text.content[0].text == "remember to buy milk\n", text

        listed = await client.call_tool("list_files")
        entries = listed.structured_content
        if client.protocol_version < "2026-07-28":
            entries = entries["result"]
        assert entries == [{"path": "notes.txt", "directory": False, "bytes": 21}], listed

        try:
            await client.call_tool("read_file", {"pat": "notes.txt", "lines": -1})
        except MCPError as error:
            assert error.code == -32602, error
            assert error.message.splitlines() == [
                "Invalid arguments for read_file:",
                '- /pat: unknown argument (did you mean "path"?)',
                "- /lines: expected an integer of at least 0, got -1",
                "- /path: missing, expected a string",
            ], error.message
            assert [fault["code"] for fault in error.data["faults"]] == ["unknown", "range", "missing"], error.data
        else:
            raise AssertionError("an argument fault is a protocol error")

        refused = await client.call_tool("read_file", {"path": "../secret"})
        assert refused.is_error and "outside of the root" in refused.content[0].text, refused

        missing = await client.call_tool("read_file", {"path": "missing.txt"})
        assert missing.is_error and missing.content[0].text.startswith("missing.txt: "), missing
        print(f"python mcp, {mode}: revision {client.protocol_version}: list, call, fault and tool errors as they should be")


async def main() -> None:
    with tempfile.TemporaryDirectory() as root:
        pathlib.Path(root, "notes.txt").write_text("remember to buy milk\n")
        for mode in ("legacy", "auto"):
            await check(sys.argv[1], root, mode)


asyncio.run(main())
