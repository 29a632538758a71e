"""The official Python client, package `mcp` 2, in both eras."""

import contextlib

from mcp import Client, MCPError, StdioServerParameters

import checks


class Peer(checks.Peer):
    def __init__(self, client: Client, over_http: bool):
        self.inner = client
        self.client, self.revision = "python mcp 2", client.protocol_version
        self.cancels = not over_http or self.revision >= "2026-07-28"

    async def tools(self):
        return [tool.model_dump(by_alias=True, mode="json") for tool in (await self.inner.list_tools()).tools]

    async def call(self, tool, arguments=None, report=None):
        async def progress(done, total, message):
            report(done, total)

        try:
            result = await self.inner.call_tool(tool, arguments, progress_callback=report and progress)
        except MCPError as error:
            raise checks.Refused(error.code, error.message, error.data) from None
        return result.model_dump(by_alias=True, mode="json", exclude_none=True)


@contextlib.asynccontextmanager
async def connect(target, mode):
    over_http = isinstance(target, str)
    server = target if over_http else StdioServerParameters(command=target[0], args=target[1:])
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        yield Peer(client, over_http)


checks.main(connect, ["legacy", "auto"])
