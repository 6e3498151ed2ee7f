/**
 * One address of the API as data: what it takes, what it gives, and the function between the two. The router, the
 * OpenAPI document and the checks of what comes in are all made from these.
 */
import type { z } from '@hono/zod-openapi';
import type { Caller } from '../caller.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** An event of a stream, as Server-Sent Events have it. */
export type StreamEvent = { id?: string; event: string; data: unknown };

export type EndpointInput<Params, Query, Body> = {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** `Last-Event-ID` of a client that comes back. */
  lastEventId: string | undefined;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
};

type Described<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  method: Method;
  /** As OpenAPI writes it: `/threads/{threadId}`. */
  path: string;
  /** One line for the document. */
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Text instead of JSON is taken, too, and given to the endpoint as the body. */
  takesText?: true;
  /** Of a success. Default: 200. */
  status?: 200 | 201;
};

/** With its types forgotten: what the router and the document need. */
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
    /** What the data of its events is. */
    events: z.ZodType;
    stream(
      input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    ): AsyncIterable<StreamEvent>;
  },
): Endpoint {
  return given as unknown as Endpoint;
}
