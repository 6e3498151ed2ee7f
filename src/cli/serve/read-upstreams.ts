/** Reads where the proxy sends requests from `--upstream`: an address, or JSON with further options. */
import { z } from 'zod';
import { proxyRoutes, type Upstream } from '../../server/proxy/options.ts';
import { UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

const address = z.string().refine((text) => /^https?:\/\//u.test(text) && URL.canParse(text));

const upstream = z.strictObject({
  url: address,
  routes: z.array(z.enum(proxyRoutes)).optional(),
  models: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
  tenants: z.array(z.string()).optional(),
  /** The variable that holds the key. A key on the command line would be visible to other users of the machine. */
  keyVariable: z.string().optional(),
  windowTokens: z.number().optional(),
});

const accepted =
  'an address such as https://api.openai.com, models=address, or JSON with url, models, routes, keys, tenants, keyVariable and windowTokens';

export function readUpstream(text: string, env: Io['env']): Upstream {
  const { success, data } = upstream.safeParse(text.startsWith('{') ? parsed(text) : plain(text));
  if (!success)
    throw new UsageError(
      `--upstream must be ${accepted}, but got ${JSON.stringify(sanitizeLine(text).slice(0, 80))}.`,
    );
  const { keyVariable, ...rest } = data;
  if (keyVariable === undefined) return rest;
  const key = env[keyVariable];
  if (key === undefined || key === '')
    throw new UsageError(`--upstream names the variable ${sanitizeLine(keyVariable)}, which is not set.`);
  return { ...rest, key };
}

/** Reads an address, or one for some models only: `gpt-*=https://…`. */
function plain(text: string): unknown {
  const [, models, url] = /^(?:([^=/]+)=)?(https?:\/\/.+)$/u.exec(text) ?? [];
  return { url, ...(models !== undefined && { models: [models] }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
