/** `everthread/mcp`: the archive for any MCP client, read-only, over stdio or HTTP. */
export { createMcpServer, type McpServerOptions } from './integrations/mcp/create-mcp-server.ts';
export { type HttpService, type HttpServiceOptions, serveMcpHttp } from './integrations/mcp/serve-http.ts';
export { type StdioService, serveMcpStdio } from './integrations/mcp/serve-stdio.ts';
