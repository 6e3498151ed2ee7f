/**
 * Redaction with its key in the store: placeholders hold a keyed hash of what they replace, and the key is made once
 * for each store, so that the same secret is recognizably the same and no guess can be checked against it.
 *
 * What may leave in which form is decided here and nowhere else: see docs/secrets.md.
 */
import type { Json, Message, MessageContent } from '../message/message.ts';
import type { RedactionOptions } from '../options.ts';
import {
  atOnce,
  type ContentRedactor,
  createContentRedactor,
  inSteps,
  type Redacted,
  type ViewLimits,
} from '../redaction/redact-content.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { safeCut } from '../redaction/safe-cut.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';

export type Redaction = {
  /** Of any length; at once. */
  redact(text: string): string;
  /** The same for long texts, with pauses. */
  redactLong(text: string): Promise<string>;
  /** The beginning of a text: cut where no secret is, redacted, then cut to size. */
  redactStart(text: string, characters: number): string;
  /** What everything that is made from a message is made from. */
  view<Content extends MessageContent>(content: Content, limits?: ViewLimits): Promise<Redacted<Content>>;
  /** A message as it is found again and quoted: redacted, unless `redaction.recall` is off. */
  shown(message: Message): Promise<Message>;
  /** The same at once, for a turn: only as much of it as the limits say. */
  quoted(message: Message, limits: ViewLimits): Message;
  /** A text that is told beside what is found again. */
  told(text: string): string;
  /** The beginning of a text that stands in for a message. */
  excerpt(text: string, characters: number): string;
  /** As it is to be stored: changed only where secrets are kept out of the archive too. */
  stored<Content extends MessageContent>(content: Content): Promise<Content>;
  /** The same at once. */
  storedNow<Content extends MessageContent>(content: Content): Content;
  storedJson<Value>(value: Value): Value;
  /** Reads the key from the store; called once, before first use. */
  load(): Promise<void>;
};

const saltKey = 'redaction-salt';
const startMargin = 1_000;
/** Messages known to hold no secret: most do not, and the same ones are found again and again. */
const rememberedMessages = 10_000;

export function createRedaction(given: {
  store: Pick<Store, 'readValue' | 'writeValue'>;
  runtime: Runtime;
  options: RedactionOptions;
}): Redaction {
  const { store, runtime, options } = given;
  const { personalData = false, patterns = [], archive = false, recall = true, transform } = options;
  const withSalt = (salt: string) => {
    const redactor = createRedactor({ personalData, extraPatterns: patterns, salt });
    return { find: redactor.find, contents: createContentRedactor({ redactor, transform }) };
  };
  let { find, contents } = withSalt('');
  const harmless = createMemory(rememberedMessages);

  const redact = (text: string): string => atOnce(contents.text(text));
  const redactStart = (text: string, characters: number): string => {
    // Some more than is wanted, so that a cut before a secret at its end takes nothing off.
    const clean = redact(text.slice(0, safeCut(text, characters + startMargin, { find })));
    return clean.slice(0, characters);
  };
  const view: Redaction['view'] = async (content, limits) =>
    harmless.read(content) ??
    harmless.note(content, await inSteps(contents.content(content, limits), yieldToEventLoop));

  return {
    redact,
    redactStart,
    redactLong: (text) => inSteps(contents.text(text), yieldToEventLoop),
    view,
    shown: async (message) => (recall ? view(message) : message),
    quoted(message, limits) {
      if (!recall) return message;
      return harmless.read(message) ?? harmless.note(message, atOnce(contents.content(message, limits)));
    },
    told: (text) => (recall ? redact(text) : text),
    excerpt: (text, characters) => (recall ? redactStart(text, characters) : text.slice(0, characters)),
    stored: async (content) => (archive ? inSteps(contents.content(content), yieldToEventLoop) : content),
    storedNow: (content) => (archive ? atOnce(contents.content(content)) : content),
    storedJson: <Value>(value: Value): Value =>
      archive ? (atOnce((contents as ContentRedactor).json(value as Json)) as Value) : value,
    async load() {
      // A value that cannot be read or written costs that placeholders of other runs look different, not the turn.
      const known = await store.readValue(saltKey).catch(() => null);
      const salt = known ?? `${runtime.newId('salt')}${runtime.newId('salt')}`;
      if (known === undefined) await store.writeValue(saltKey, salt).catch(() => undefined);
      ({ find, contents } = withSalt(salt));
    },
  };
}

/** By the hash of their content. A removed message keeps the hash of what is gone, and is not asked about. */
function createMemory(most: number) {
  const hashes = new Set<string>();
  const keyOf = (content: MessageContent & { hash?: string; removed?: string }) =>
    content.removed === undefined ? content.hash : undefined;
  return {
    read<Content extends MessageContent>(content: Content): Redacted<Content> | undefined {
      const hash = keyOf(content);
      return hash !== undefined && hashes.has(hash) ? (content as Redacted<Content>) : undefined;
    },
    note<Content extends MessageContent>(content: Content, clean: Redacted<Content>): Redacted<Content> {
      const hash = keyOf(content);
      if (hash !== undefined && isSame(content as unknown as Json, clean as unknown as Json)) {
        if (hashes.size >= most) hashes.delete(hashes.keys().next().value!);
        hashes.add(hash);
      }
      return clean;
    },
  };
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  const member = (value: object, name: string) => (value as { [name: string]: Json })[name];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(member(left, name), member(right, name)))
  );
}
