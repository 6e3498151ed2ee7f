/**
 * An endpoint of the API as data: what it accepts, what it returns, and the function in between. The router, the
 * OpenAPI document and the input checks are all made from these.
 */
import type { z } from '@hono/zod-openapi';
import type { Caller } from '../caller.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** An event of a stream, with the fields of Server-Sent Events. */
export type StreamEvent = { id?: string; event: string; data: unknown };

export type EndpointInput<Params, Query, Body> = {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** The `Last-Event-ID` header of a client that reconnects. */
  lastEventId: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

type Described<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  method: Method;
  /** Path as in OpenAPI: `/threads/{threadId}`. */
  path: string;
  /** One line for the OpenAPI document. */
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Whether plain text is accepted besides JSON. The endpoint gets it as `body.text`. */
  takesText?: true;
  /** Status of a success. Default: 200. */
  status?: 200 | 201;
};

/** An endpoint without its specific types, as the router and the document need it. */
export type Endpoint = Described<z.ZodType, z.ZodType, z.ZodType> &
  (
    | { response: z.ZodType; run(input: EndpointInput<never, never, never>): Promise<unknown> }
    | { events: z.ZodType; stream(input: EndpointInput<never, never, never>): AsyncIterable<StreamEvent> }
  );

type Nothing = z.ZodUndefined;

export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  given: Described<Params, Query, Body> & {
    response: Response;
    run(input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Response>>;
  },
): Endpoint {
  return given as unknown as Endpoint;
}

export function streamEndpoint<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  given: Described<Params, Query, Body> & {
    /** Schema of the data of its events. */
    events: z.ZodType;
    stream(
      input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    ): AsyncIterable<StreamEvent>;
  },
): Endpoint {
  return given as unknown as Endpoint;
}
