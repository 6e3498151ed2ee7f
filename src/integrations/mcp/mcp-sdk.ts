/** Loads the official MCP SDK, an optional peer dependency, when a server is first created. */
import { missingDependency } from '../../errors.ts';

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
  const packages = '@modelcontextprotocol/server';
  const needs = `The MCP server needs version 2 of the package "${packages}"`;
  throw missingDependency({ field: 'mcp', needs, packages, cause });
}
