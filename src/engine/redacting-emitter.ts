/** Events tell of work, never of secrets (I-10): every text in one is redacted on its way out, whoever tells it. */
import type { Json } from '../message/message.ts';
import type { Emitter } from './emitter.ts';

/** Addresses, times and words of our own. */
const ownFields = new Set([
  'threadId',
  'id',
  'summaryIds',
  'replacedIds',
  'createdAt',
  'at',
  'role',
  'kind',
  'models',
  'strategy',
  'trigger',
  'stage',
  'code',
  'rungs',
]);

export function redactingEmitter(emitter: Emitter, redact: (text: string) => string): Emitter {
  return {
    ...emitter,
    emit: (name, event) => emitter.emit(name, redactFields(event as unknown as Json, redact) as never),
  };
}

/** Every text but those under our own fields; names of fields stay, for they are ours. */
export function redactFields<Value>(value: Value, redact: (text: string) => string): Value;
export function redactFields(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => redactFields(item, redact));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      ownFields.has(name) ? member : redactFields(member, redact),
    ]),
  );
}
