/** Typed events. A listener that throws is reported through `onListenerError` and never reaches the engine. */
import type { EventListener, EventName, EverthreadEvents } from '../events.ts';

export type Emitter = {
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
  emit<Name extends EventName>(name: Name, event: EverthreadEvents[Name]): void;
};

export function createEmitter(onListenerError: (error: unknown) => void = reportLater): Emitter {
  const listeners = new Map<EventName, Set<EventListener<EventName>>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      set.add(listener as EventListener<EventName>);
      listeners.set(name, set);
      return () => {
        set.delete(listener as EventListener<EventName>);
      };
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as EventListener<typeof name>)(event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
  };
}

/** Thrown outside of the engine's stack: the program hears of its own bug, the compaction goes on. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
