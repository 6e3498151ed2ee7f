/** Loads the official MCP SDK, an optional peer, when a server is first made. */
import { EverthreadError } from '../../errors.ts';

export type McpSdk = typeof import('@modelcontextprotocol/server');
export type McpStdioSdk = typeof import('@modelcontextprotocol/server/stdio');

export function loadMcpSdk(
  load: () => Promise<McpSdk> = () => import('@modelcontextprotocol/server'),
): Promise<McpSdk> {
  return load().catch(missing);
}

export function loadMcpStdioSdk(
  load: () => Promise<McpStdioSdk> = () => import('@modelcontextprotocol/server/stdio'),
): Promise<McpStdioSdk> {
  return load().catch(missing);
}

function missing(cause: unknown): never {
  throw new EverthreadError({
    code: 'missing_dependency',
    field: 'mcp',
    message:
      'The MCP server needs version 2 of the package "@modelcontextprotocol/server", which could not be loaded. Run: npm install @modelcontextprotocol/server',
    cause,
  });
}
