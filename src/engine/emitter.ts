/**
 * Typed events. An error that a listener throws or rejects with becomes a `diagnostic` event. It never reaches the
 * engine or ends the process.
 */
import { invalidInput } from '../errors.ts';
import { type EventListener, type EventName, type EverthreadEvents, eventNames } from '../events.ts';

export type Emitter = {
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
  emit<Name extends EventName>(name: Name, event: EverthreadEvents[Name]): void;
  /**
   * For code that must follow changes to the threads of this process. It names the kinds it needs, because appends come
   * all the time and change nothing that it remembers. The listener must not throw.
   */
  onChange(kinds: readonly Change['kind'][], listener: (change: Change) => void): void;
  /** Whether there is a listener. Without one, the event need not be prepared. */
  isHeard<Name extends EventName>(name: Name, event: EverthreadEvents[Name]): boolean;
};

type Change = EverthreadEvents['change'];

const failureCode = 'listener_failed';

/** `tell` receives the diagnostic event for a listener that failed. */
export function createEmitter(report: (event: EverthreadEvents['diagnostic']) => void): Emitter {
  const listeners = new Map<EventName, Set<EventListener<EventName>>>();
  const changeListeners = new Map<Change['kind'], ((change: Change) => void)[]>();
  const changeListenersFor = (event: object) =>
    'kind' in event ? changeListeners.get(event.kind as Change['kind']) : undefined;
  return {
    on(name, listener) {
      if (!eventNames.includes(name)) throw invalidInput('event', `one of ${eventNames.join(', ')}`, name);
      if (typeof listener !== 'function') throw invalidInput('listener', 'a function', listener);
      const set = listeners.get(name) ?? new Set();
      set.add(listener as EventListener<EventName>);
      listeners.set(name, set);
      return () => {
        set.delete(listener as EventListener<EventName>);
      };
    },
    onChange(kinds, listener) {
      for (const kind of kinds) changeListeners.set(kind, [...(changeListeners.get(kind) ?? []), listener]);
    },
    isHeard: (name, event) =>
      (listeners.get(name)?.size ?? 0) > 0 || (name === 'change' && changeListenersFor(event) !== undefined),
    emit(name, event) {
      const failed = (error: unknown) => {
        // A listener that fails on the report of its own failure would otherwise be called again without end.
        if ('code' in event && event.code === failureCode) return;
        report(failureOf(name, event.threadId, error));
      };
      if (name === 'change')
        for (const listener of changeListenersFor(event) ?? []) listener(event as Change);
      for (const listener of listeners.get(name) ?? []) {
        try {
          const returned: unknown = (listener as EventListener<typeof name>)(event);
          if (isThenable(returned)) returned.then(undefined, failed);
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function failureOf(name: EventName, threadId: string | null, error: unknown): EverthreadEvents['diagnostic'] {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    threadId,
    code: failureCode,
    message: `A listener of the event ${name} failed: ${text.slice(0, 300).toWellFormed()}`,
    consequence: 'The engine continues; the listener did not finish its work for this event.',
  };
}
