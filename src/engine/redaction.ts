/**
 * Redaction with a key from the store. Placeholders contain a keyed hash of the text they replace, and each store has
 * its own key. So equal secrets have equal placeholders, but nobody can test a guess against them.
 *
 * Which text may leave in which form is decided only here; see docs/secrets.md.
 */
import type { Json, Message, MessageContent } from '../message/message.ts';
import type { RedactionOptions } from '../options.ts';
import { type Redacted, sizeOf, type ViewLimits } from '../redaction/redact-content.ts';
import { safeCut } from '../redaction/safe-cut.ts';
import { createViews, type Views } from '../redaction/views.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { atOnce, inSteps, type Steps } from '../text/steps.ts';
import type { ToolSettings } from '../workers/task.ts';
import type { Workers } from '../workers/workers.ts';

export type Redaction = {
  /** Redacts a text of any length without pauses. */
  redact(text: string): string;
  /** Same as `redact`, with pauses or in a worker thread if the text is long. */
  redactLong(text: string): Promise<string>;
  /** The same for work that is itself done in steps. */
  redactSteps(text: string): Steps<string>;
  /** The redacted beginning of a text. Cut at a place outside of secrets, redacted, then cut to size. */
  redactStart(text: string, characters: number): string;
  /** The redacted message, from which everything else is made. */
  view<Content extends MessageContent>(content: Content, limits?: ViewLimits): Promise<Redacted<Content>>;
  /** A message in the form in which it is found and quoted: redacted, unless `redaction.recall` is off. */
  shown(message: Message): Promise<Message>;
  /** Same as `shown`, for a turn: without pauses, and only as much as the limits allow. */
  quoted(message: Message, limits: ViewLimits): Message;
  /** Same as `quoted` for long messages, with pauses or in a worker thread. */
  quotedLong(message: Message, limits: ViewLimits): Promise<Message>;
  /** A text shown beside quoted messages, redacted unless `redaction.recall` is off. */
  told(text: string): string;
  /** The beginning of a text that stands in for a message, redacted unless `redaction.recall` is off. */
  excerpt(text: string, characters: number): string;
  /** A message in the form in which it is stored: redacted only with `redaction.archive`. */
  stored<Content extends MessageContent>(content: Content): Promise<Content>;
  /** Same as `stored`, without pauses. */
  storedNow<Content extends MessageContent>(content: Content): Content;
  storedJson<Value>(value: Value): Value;
  /** The finding and replacing alone, for other code that must redact in the same way. */
  views(): Views;
  /** What a worker thread needs to create the same views; undefined if it cannot (a `transform` function). */
  settings(): ToolSettings | undefined;
  /** Reads the key from the store. Called once, before first use. */
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
  /** Redact long texts. Default: done here. */
  workers?: Pick<Workers, 'run'>;
}): Redaction {
  const { store, runtime, options, workers } = given;
  const { personalData = false, patterns = [], archive = false, recall = true, transform } = options;
  const withSalt = (salt: string) => createViews({ personalData, patterns, salt, transform });
  let salt = '';
  let views = withSalt(salt);

  const redact = (text: string): string => views.redact(text);
  const redactStart = (text: string, characters: number): string => {
    // Takes a margin, so that a cut before a secret near the end still leaves enough text.
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
    redactSteps: (text) => views.contents.text(text),
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
      // If the key cannot be read or written, placeholders differ between runs, but no turn fails.
      const known = await store.readValue(saltKey).catch(() => null);
      salt = known ?? `${runtime.newId('salt')}${runtime.newId('salt')}`;
      if (known === undefined) await store.writeValue(saltKey, salt).catch(() => undefined);
      views = withSalt(salt);
    },
  };
}
