/**
 * Redaction with its key in the store: placeholders hold a keyed hash of what they replace, and the key is made once
 * for each store, so that the same secret is recognizably the same and no guess can be checked against it.
 *
 * What may leave in which form is decided here and nowhere else: see docs/secrets.md.
 */
import type { Json, Message, MessageContent } from '../message/message.ts';
import type { RedactionOptions } from '../options.ts';
import { type Redacted, sizeOf, type ViewLimits } from '../redaction/redact-content.ts';
import { safeCut } from '../redaction/safe-cut.ts';
import { createViews, type Views } from '../redaction/views.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { atOnce, inSteps } from '../text/steps.ts';
import type { ToolSettings } from '../workers/task.ts';
import type { Workers } from '../workers/workers.ts';

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
  /** The same for long messages, with pauses or in another thread. */
  quotedLong(message: Message, limits: ViewLimits): Promise<Message>;
  /** A text that is told beside what is found again. */
  told(text: string): string;
  /** The beginning of a text that stands in for a message. */
  excerpt(text: string, characters: number): string;
  /** As it is to be stored: changed only where secrets are kept out of the archive too. */
  stored<Content extends MessageContent>(content: Content): Promise<Content>;
  /** The same at once. */
  storedNow<Content extends MessageContent>(content: Content): Content;
  storedJson<Value>(value: Value): Value;
  /** What it finds and how it covers it, without what is decided here: for work that redacts as this one does. */
  views(): Views;
  /** All that another thread needs for the same views; undefined where it could not have them. */
  settings(): ToolSettings | undefined;
  /** Reads the key from the store; called once, before first use. */
  load(): Promise<void>;
};

const saltKey = 'redaction-salt';
const startMargin = 1_000;
/** Redacting this much takes some tens of milliseconds. */
const longText = 32 * 1024;

export function createRedaction(given: {
  store: Pick<Store, 'readValue' | 'writeValue'>;
  runtime: Runtime;
  options: RedactionOptions;
  /** Where long texts are redacted; without, here. */
  workers?: Pick<Workers, 'run'>;
}): Redaction {
  const { store, runtime, options, workers } = given;
  const { personalData = false, patterns = [], archive = false, recall = true, transform } = options;
  const withSalt = (salt: string) => createViews({ personalData, patterns, salt, transform });
  let salt = '';
  let views = withSalt(salt);

  const redact = (text: string): string => views.redact(text);
  const redactStart = (text: string, characters: number): string => {
    // Some more than is wanted, so that a cut before a secret at its end takes nothing off.
    const { find } = views;
    const clean = redact(text.slice(0, safeCut(text, characters + startMargin, { find })));
    return clean.slice(0, characters);
  };
  const view: Redaction['view'] = async (content, limits) => {
    const characters = sizeOf(content.parts, longText);
    if (!workers || characters < longText) return views.view(content, limits, yieldToEventLoop);
    return views.viewBy(
      content,
      async () =>
        (await workers.run('view', { content, limits }, { characters })) as Redacted<typeof content>,
    );
  };

  return {
    redact,
    redactStart,
    redactLong: (text) =>
      !workers || text.length < longText
        ? views.redactLong(text, yieldToEventLoop)
        : workers.run('redact', { text }, { characters: text.length }),
    view,
    shown: async (message) => (recall ? view(message) : message),
    quoted: (message, limits) => (recall ? views.viewNow(message, limits) : message),
    quotedLong: async (message, limits) => (recall ? view(message, limits) : message),
    told: (text) => (recall ? redact(text) : text),
    excerpt: (text, characters) => (recall ? redactStart(text, characters) : text.slice(0, characters)),
    stored: async (content) =>
      archive ? inSteps(views.contents.content(content), yieldToEventLoop) : content,
    storedNow: (content) => (archive ? atOnce(views.contents.content(content)) : content),
    storedJson: <Value>(value: Value): Value =>
      archive ? (atOnce(views.contents.json(value as Json)) as Value) : value,
    views: () => views,
    settings: () => (transform === undefined ? { views: { personalData, patterns, salt } } : undefined),
    async load() {
      // A value that cannot be read or written costs that placeholders of other runs look different, not the turn.
      const known = await store.readValue(saltKey).catch(() => null);
      salt = known ?? `${runtime.newId('salt')}${runtime.newId('salt')}`;
      if (known === undefined) await store.writeValue(saltKey, salt).catch(() => undefined);
      views = withSalt(salt);
    },
  };
}
