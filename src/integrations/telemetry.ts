/** Contract for telemetry of the engine's work and of a server's requests. */
import type { EventListener, EventName } from '../events.ts';

export type Telemetry = {
  /** Reports contexts, compactions and summarizer calls from now on; the returned function stops it. */
  watch(everthread: Watched): () => void;
  /** Reports a request until the body of its answer ends. Work done meanwhile belongs to it. */
  request(request: Request, answer: Answer): Promise<Response>;
};

/** The result of `createEverthread()`. */
export type Watched = {
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
};

/** `route`: the path with names in place of ids. */
export type Answer = () => Promise<{ response: Response; route: string }>;
