/**
 * Redaction with one set of settings, of texts and of messages, with a cache of recent results. The same text is
 * redacted several times while it is processed (as a view, for its facts, for its topics), and most texts contain no
 * secret.
 */
import type { Json, MessageContent } from '../message/message.ts';
import { atOnce, inSteps } from '../text/steps.ts';
import {
  type ContentRedactor,
  createContentRedactor,
  type Redacted,
  type ViewLimits,
} from './redact-content.ts';
import { createRedactor, type ExtraPattern, type Redactor } from './redaction.ts';

export type ViewSettings = {
  personalData: boolean;
  patterns: readonly ExtraPattern[];
  salt: string;
};

export type Views = {
  find: Redactor['find'];
  contents: ContentRedactor;
  redact(text: string): string;
  redactLong(text: string, pause: () => Promise<void>): Promise<string>;
  /** The redacted message, from which everything else is made. */
  view<Content extends MessageContent>(
    content: Content,
    limits: ViewLimits | undefined,
    pause: () => Promise<void>,
  ): Promise<Redacted<Content>>;
  /** Same as `view`, without pauses. */
  viewNow<Content extends MessageContent>(content: Content, limits?: ViewLimits): Redacted<Content>;
  /** Same as `view`, made by `make` unless the message is known to contain no secret. */
  viewBy<Content extends MessageContent>(
    content: Content,
    make: () => Promise<Redacted<Content>>,
  ): Promise<Redacted<Content>>;
};

/** Number of messages remembered as free of secrets. */
const rememberedMessages = 10_000;
/** Characters of texts whose results are remembered, and the longest such text: any slice of a long text. */
const rememberedCharacters = 1_000_000;
const longestRemembered = 128 * 1024;

export function createViews(
  settings: ViewSettings & { transform?: ((text: string) => string) | undefined },
): Views {
  const { personalData, patterns, salt, transform } = settings;
  const redactor = createRedactor({
    personalData,
    extraPatterns: patterns,
    patternsField: 'redaction.patterns',
    salt,
  });
  const contents = createContentRedactor({ redactor: withCache(redactor), transform });
  const withoutSecrets = createSecretFreeCache(rememberedMessages);
  return {
    find: redactor.find,
    contents,
    redact: (text) => atOnce(contents.text(text)),
    redactLong: (text, pause) => inSteps(contents.text(text), pause),
    view: async (content, limits, pause) =>
      withoutSecrets.read(content) ??
      withoutSecrets.note(content, await inSteps(contents.content(content, limits), pause)),
    viewBy: async (content, make) =>
      withoutSecrets.read(content) ?? withoutSecrets.note(content, await make()),
    viewNow: (content, limits) =>
      withoutSecrets.read(content) ?? withoutSecrets.note(content, atOnce(contents.content(content, limits))),
  };
}

/** Also caches each result as an input, because redacting it again changes nothing. */
function withCache(redactor: Redactor): Redactor {
  const cache = new Map<string, string>();
  let characters = 0;
  const remember = (text: string, clean: string) => {
    cache.set(text, clean);
    characters += text.length;
    for (const oldest of cache.keys()) {
      if (characters <= rememberedCharacters) return;
      cache.delete(oldest);
      characters -= oldest.length;
    }
  };
  return {
    ...redactor,
    redact(text) {
      if (text.length > longestRemembered) return redactor.redact(text);
      const cached = cache.get(text);
      if (cached !== undefined) return cached;
      const clean = redactor.redact(text);
      remember(text, clean);
      if (clean !== text && !cache.has(clean)) remember(clean, clean);
      return clean;
    },
  };
}

/**
 * Remembers messages by the hash of their content. Skips removed messages, whose hash belongs to the removed content.
 */
function createSecretFreeCache(most: number) {
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
