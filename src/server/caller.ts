/** Who asks: found out by the gate, and all that a route knows of the world. */
import type { Everthread } from '../everthread.ts';
import type { EventHub } from './event-hub.ts';
import type { Features } from './features.ts';

export type Caller = {
  tenant: string;
  everthread: Everthread;
  /** What happens in the tenant's threads. */
  events: EventHub;
  features: Features;
};
