/** What can be told of the engine's work and of a server's requests to whoever collects such things. */
import type { EventListener, EventName } from '../events.ts';

export type Telemetry = {
  /** Tells of contexts, compactions and calls to summarizers from now on; the result ends it. */
  watch(everthread: Watched): () => void;
  /** Tells of a request, until the body of its answer is over; what happens meanwhile belongs to it. */
  request(request: Request, answer: Answer): Promise<Response>;
};

/** What `createEverthread()` returns. */
export type Watched = {
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
};

/** `route`: the path with names in place of ids. */
export type Answer = () => Promise<{ response: Response; route: string }>;
