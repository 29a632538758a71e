"""The client of the Python package `fastmcp`, in both eras."""

import contextlib

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import McpError

import checks


class Peer(checks.Peer):
    client = "python fastmcp"

    def __init__(self, client: Client, over_http: bool):
        self.inner = client
        self.revision = client.session.protocol_version
        self.cancels = not over_http or self.revision >= "2026-07-28"

    async def tools(self):
        return [tool.model_dump(by_alias=True, mode="json") for tool in await self.inner.list_tools()]

    async def call(self, tool, arguments=None, report=None):
        async def progress(done, total, message):
            report(done, total)

        try:
            result = await self.inner.call_tool_mcp(tool, arguments or {}, progress_handler=report and progress)
        except McpError as error:
            raise checks.Refused(error.code, error.message, error.data) from None
        return result.model_dump(by_alias=True, mode="json", exclude_none=True)


@contextlib.asynccontextmanager
async def connect(target, mode):
    over_http = isinstance(target, str)
    transport = target if over_http else StdioTransport(target[0], target[1:], keep_alive=False)
    async with Client(transport, timeout=30, mode=mode) as client:
        yield Peer(client, over_http)


checks.main(connect, ["legacy", "auto"])
