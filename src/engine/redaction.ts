/**
 * Redaction with its key in the store: placeholders hold a keyed hash of what they replace, and the key is made once
 * for each store, so that the same secret is recognizably the same and no guess can be checked against it.
 */

import type { Json, MessageContent, Part } from '../message/message.ts';
import type { RedactionOptions } from '../options.ts';
import { createRedactor, type Redactor } from '../redaction/redaction.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { Engine } from './engine.ts';

const saltKey = 'redaction-salt';

export function createRedaction(given: {
  store: Store;
  runtime: Runtime;
  options: RedactionOptions;
}): Pick<Engine, 'redact' | 'redactStored' | 'load'> {
  const { store, runtime, options } = given;
  const {
    personalData = false,
    patterns = [],
    archive = false,
    transform = (text: string) => text,
  } = options;
  const redactorWith = (salt: string): Redactor =>
    createRedactor({ personalData, extraPatterns: patterns, salt });
  let redactor = redactorWith('');

  const redact = (text: string): string => transform(redactor.redact(text));
  const redactPart = (part: Part): Part => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return { ...part, text: redact(part.text) };
      case 'tool-call':
        return { ...part, input: redactJson(part.input) };
      case 'tool-result':
        return { ...part, output: redactJson(part.output) };
      default:
        return part;
    }
  };
  const redactJson = (value: Json): Json => redactor.redactDeep(value);

  return {
    redact,
    redactStored: <Content extends MessageContent>(content: Content): Content =>
      archive ? { ...content, parts: content.parts.map(redactPart) } : content,
    async load() {
      // A value that cannot be read or written costs that placeholders of other runs look different, not the turn.
      const known = await store.readValue(saltKey).catch(() => undefined);
      const salt = known ?? `${runtime.newId('salt')}${runtime.newId('salt')}`;
      if (known === undefined) await store.writeValue(saltKey, salt).catch(() => undefined);
      redactor = redactorWith(salt);
    },
  };
}
