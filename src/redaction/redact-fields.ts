/** Redacts the texts in our own records, except addresses, times and fixed words of ours. */
import type { Json } from '../message/message.ts';

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
  'level',
  'rungs',
]);

/** Redacts every text except those in our own fields. Names of fields stay, because they are ours. */
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
