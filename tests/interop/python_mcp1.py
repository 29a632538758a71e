"""The official Python client, package `mcp` 1."""

import asyncio
import contextlib
from datetime import timedelta

from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

import checks


class Peer(checks.Peer):
    client = "python mcp 1"

    def __init__(self, session: ClientSession, revision: str, over_http: bool):
        self.session, self.revision, self.cancels = session, revision, not over_http
        self.last = None

    async def tools(self):
        return [tool.model_dump(by_alias=True, mode="json") for tool in (await self.session.list_tools()).tools]

    async def call(self, tool, arguments=None, report=None):
        async def progress(done, total, message):
            report(done, total)

        # The client tells nobody the id that it is about to use.
        self.last = self.session._request_id
        try:
            result = await self.session.call_tool(tool, arguments, progress_callback=report and progress)
        except McpError as error:
            raise checks.Refused(error.error.code, error.error.message, error.error.data) from None
        return result.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def give_up(self, task):
        """This client does not cancel by itself; and it would see an answer to a cancelled call."""
        params = types.CancelledNotificationParams(requestId=self.last, reason="no longer needed")
        notification = types.CancelledNotification(method="notifications/cancelled", params=params)
        await self.session.send_notification(types.ClientNotification(notification))
        late = task.done()
        answered, _ = await asyncio.wait([task], timeout=0.4)
        assert late or bool(answered) != self.cancels, answered
        await super().give_up(task)


@contextlib.asynccontextmanager
async def connect(target, _):
    over_http = isinstance(target, str)
    if over_http:
        transport = streamablehttp_client(target)
    else:
        transport = stdio_client(StdioServerParameters(command=target[0], args=target[1:]))
    async with transport as streams, ClientSession(*streams[:2], read_timeout_seconds=timedelta(seconds=30)) as session:
        agreed = await session.initialize()
        yield Peer(session, agreed.protocolVersion, over_http)


checks.main(connect, [None])
