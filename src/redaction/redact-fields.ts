/** Records of our own: every text in them is redacted but those that are addresses, times and words of ours. */
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
