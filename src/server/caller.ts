/** The caller of a request, as identified by the gate. Routes get everything they need from it. */
import type { Everthread } from '../everthread.ts';
import type { EventHub } from './event-hub.ts';
import type { Features } from './features.ts';

export type Caller = {
  tenant: string;
  everthread: Everthread;
  /** Events of the tenant's threads. */
  events: EventHub;
  features: Features;
};
