/** The client's HTTP requests: addresses, keys, errors and event streams, over `fetch` alone. */
import { invalidOption } from '../errors.ts';
import { checkOptions } from '../input/foreign-values.ts';

export type ClientOptions = {
  /** Such as `http://127.0.0.1:8720`. */
  baseUrl: string;
  /** API key, if the server requires one. */
  key?: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
};

export type CallOptions = { signal?: AbortSignal };

/** An error answer of the server, with the server's message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Such as `unknown_thread`, `invalid_input`, `unauthorized`. */
  readonly code: string;
  /** The parameter or member that is wrong. */
  readonly field: string | undefined;
  /** The values that are accepted. */
  readonly accepted: string | undefined;

  constructor(status: number, options: { code: string; message: string; field?: string; accepted?: string }) {
    super(options.message);
    this.status = status;
    this.code = options.code;
    this.field = options.field;
    this.accepted = options.accepted;
  }
}

/** Query parameters: lists are joined by commas, undefined values are left out. */
export type QueryValues = {
  readonly [name: string]: string | number | boolean | readonly string[] | undefined;
};

export type Send = {
  json<Result>(
    method: string,
    path: readonly string[],
    options?: CallOptions & { query?: QueryValues; body?: unknown },
  ): Promise<Result>;
  /** Resolves when the stream is open; it yields all events from then on. */
  events<Data>(
    method: string,
    path: readonly string[],
    options?: CallOptions & { lastEventId?: string; body?: unknown },
  ): Promise<AsyncGenerator<{ id: string | undefined; data: Data }>>;
};

export function createSend(options: ClientOptions): Send {
  checkOptions<ClientOptions>(options, { baseUrl: null, key: null, fetch: null });
  const { baseUrl, key, fetch: fetchFrom = fetch } = options;
  if (typeof baseUrl !== 'string' || !/^https?:\/\/[^/]/iu.test(baseUrl))
    throw invalidOption('baseUrl', 'an http or https address, such as http://127.0.0.1:8720', baseUrl);
  const root = baseUrl.replace(/\/+$/u, '');
  const request = async (
    method: string,
    path: readonly string[],
    options: CallOptions & { query?: QueryValues; body?: unknown; lastEventId?: string },
  ): Promise<Response> => {
    const { query = {}, body, lastEventId, signal } = options;
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
      ),
    ).toString();
    const address = `${root}/api/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
    const response = await fetchFrom(address, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (response.ok) return response;
    throw await errorOf(response);
  };

  return {
    json: async <Result>(method: string, path: readonly string[], options = {}) =>
      (await (await request(method, path, options)).json()) as Result,
    async events(method, path, options = {}) {
      const { body } = await request(method, path, options);
      return parsedEvents(body);
    },
  };
}

async function* parsedEvents<Data>(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<{ id: string | undefined; data: Data }> {
  if (body === null) return;
  for await (const { id, event, data } of readEvents(body)) {
    if (event === 'error') throw new ApiError(500, JSON.parse(data).error);
    yield { id, data: JSON.parse(data) };
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const answer = (await response.json().catch(() => ({}))) as {
    error?: ConstructorParameters<typeof ApiError>[1];
  };
  return new ApiError(
    status,
    answer.error ?? { code: 'failed', message: `The server answered with status ${status}.` },
  );
}

/** Parses Server-Sent Events as this server writes them: each has a name and one line of data. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ id: string | undefined; event: string; data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line): [string, string] => {
            const colon = line.indexOf(': ');
            return [line.slice(0, colon), line.slice(colon + 2)];
          }),
        );
        const data = fields.get('data');
        if (data !== undefined) yield { id: fields.get('id'), event: fields.get('event') ?? 'message', data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
