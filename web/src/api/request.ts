/** Calls the server. If the server requires a key, it is kept for this tab only. */
import { signal } from '@preact/signals';

const keyName = 'everthread-key';

/** True while the server requires a key that this tab does not have. */
export const keyWanted = signal(false);

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function setKey(key: string): void {
  sessionStorage.setItem(keyName, key);
  keyWanted.value = false;
}

/** Relative to the page's own path, so that a server mounted at any path is found. */
const base = new URL('.', document.baseURI);

export type Query = Record<string, string | number | boolean | undefined>;

export type Call = {
  method?: string;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  headers?: HeadersInit;
};

export async function call(
  path: string,
  { method = 'GET', query = {}, body, signal, headers }: Call = {},
): Promise<Response> {
  const address = new URL(`api${path}`, base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') address.searchParams.set(name, String(value));
  }
  const key = sessionStorage.getItem(keyName);
  const response = await fetch(address, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
  }).catch((reason) => {
    if (signal?.aborted) throw reason;
    throw new ApiError(0, 'unreachable', 'The server does not answer. Is it still running?');
  });
  if (response.ok) return response;
  if (response.status === 401) keyWanted.value = true;
  const answer = await response.json().catch(() => undefined);
  const { code = 'failed', message = `The server answered ${response.status}.` } = answer?.error ?? {};
  throw new ApiError(response.status, code, message);
}

export async function json<Value>(path: string, options?: Call): Promise<Value> {
  return (await call(path, options)).json();
}

/** A path with its names encoded: ``at`/threads/${id}` ``. */
export function at(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: texts }, ...values.map((value) => encodeURIComponent(String(value))));
}
