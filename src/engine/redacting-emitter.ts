/** Redacts every text in an event before it is emitted, because events must contain no secrets (I-10). */
import type { Json } from '../message/message.ts';
import { redactFields } from '../redaction/redact-fields.ts';
import type { Emitter } from './emitter.ts';

export function redactingEmitter(emitter: Emitter, redact: (text: string) => string): Emitter {
  return {
    ...emitter,
    emit(name, event) {
      if (emitter.isHeard(name, event))
        emitter.emit(name, redactFields(event as unknown as Json, redact) as never);
    },
  };
}
