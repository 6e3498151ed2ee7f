/**
 * Replaces recognized secrets by placeholders before text goes into a summarizer prompt, a summary, a ledger, a log or
 * an event (I-10). Equal secrets get equal placeholders, so that a summary can still say that two messages used the
 * same key. Redacting twice changes nothing. Stored original messages are not redacted here.
 */
import { createHmac } from 'node:crypto';
import { invalidOption } from '../errors.ts';
import type { Json } from '../message/message.ts';
import { commandViewOf, secretsInArguments } from './argument-lists.ts';
import { findEncodedSecrets } from './encoded-secrets.ts';
import { createGlance } from './glance.ts';
import { meaningOfName } from './name-meanings.ts';
import { personalPatterns } from './personal-patterns.ts';
import { plainViewOf } from './plain-view.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { firstFinders, lastFinders, secretPatterns } from './secret-patterns.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';
import { isPassphrase } from './spaced-secrets.ts';
import {
  extendToRepetitions,
  mergeSpans,
  placeholder,
  type RankedSpan,
  type SecretSpan,
  trimEnd,
  withoutPlaceholders,
} from './spans.ts';

export type { SecretSpan } from './spans.ts';

/** A caller's own kind of secret. The secret is the group `value` if there is one, else the whole match. */
export type ExtraPattern = { kind: string; pattern: RegExp };

export type RedactorOptions = {
  /** Also e-mail addresses, phone, card and account numbers. */
  personalData?: boolean;
  extraPatterns?: readonly ExtraPattern[];
  /** What the caller calls them, for errors. */
  patternsField?: string;
  /** Key for the hash in placeholders. With it, nobody can test a guess against a placeholder. */
  salt?: string;
};

export type Redactor = {
  redact(text: string): string;
  /** Redacts strings at any depth, including object keys, and all values under names such as `password`. */
  redactDeep(value: Json): Json;
  find(text: string): SecretSpan[];
};

const kindName = /^[a-z0-9-]{2,40}$/;
/** Replacing one secret can reveal another beside it. Real text needs one round. */
const mostRounds = 6;
type Pattern = SecretPattern & { family: 'secret' | 'personal' };

export function createRedactor({
  personalData = false,
  extraPatterns = [],
  patternsField = 'extraPatterns',
  salt = '',
}: RedactorOptions = {}): Redactor {
  const patterns: Pattern[] = [
    ...extraPatterns.map((extra, index) => ownPattern(extra, `${patternsField}[${index}]`)),
    ...secretPatterns.map((pattern) => ({ ...pattern, family: 'secret' as const })),
    ...(personalData ? personalPatterns : []).map((pattern) => ({ ...pattern, family: 'personal' as const })),
  ];

  const glance = createGlance();

  const placeholderOf = (family: string, kind: string, value: string) =>
    `[${family}:${kind}:${createHmac('sha256', salt).update(value).digest('hex').slice(0, 6)}]`;

  function findAll(original: string): RankedSpan[] {
    if (original.length < 4) return [];
    const text = withoutPlaceholders(original);
    const spans = [...findIn(text), ...findEncoded(text)];
    for (const view of [plainViewOf(text), commandViewOf(text)])
      if (view !== undefined) {
        for (const span of findIn(view.text)) {
          const [start, end] = [view.offsets[span.start]!, view.offsets[span.end - 1]! + 1];
          spans.push({ ...span, start, end });
        }
      }
    return spans.length === 0 ? [] : extendToRepetitions(text, mergeSpans(text, spans));
  }

  function findIn(text: string): RankedSpan[] {
    const glanced = glance(text);
    const spans: RankedSpan[] = [];
    const addSpans = (found: readonly SecretSpan[], family: string, rank: number) => {
      for (const { kind, start, end } of found)
        spans.push({ kind, start, end: trimEnd(text, start, end), family, rank });
    };
    for (const [index, finder] of firstFinders.entries())
      addSpans(finder(text, glanced), 'secret', index - 10);
    for (const [rank, { kind, hints, run = 0, pattern, accept, family }] of patterns.entries()) {
      if (glanced.longestRun < run || !hints.some(glanced.mayContain)) continue;
      for (const match of text.matchAll(pattern) as Iterable<RegExpExecArray>) {
        const value = match.groups?.value ?? match[0];
        if (value === '' || (accept !== undefined && !accept(value, match))) continue;
        const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length];
        addSpans([{ kind, start, end }], family, rank);
      }
    }
    for (const [index, finder] of lastFinders.entries())
      addSpans(finder(text, glanced), 'secret', patterns.length + index);
    return spans;
  }

  function findEncoded(text: string): RankedSpan[] {
    const found = findEncodedSecrets(text, (decoded) => findIn(decoded).length > 0);
    return found.map((span) => ({ ...span, family: 'secret', rank: 0 }));
  }

  function redact(text: string): string {
    let current = text;
    for (let round = 0; round < mostRounds; round += 1) {
      const spans = findAll(current);
      if (spans.length === 0) return current;
      let result = '';
      let from = 0;
      for (const { kind, family, start, end } of spans) {
        result += current.slice(from, start) + placeholderOf(family, kind, current.slice(start, end));
        from = end;
      }
      current = result + current.slice(from);
    }
    return current;
  }

  function redactUnderKey(key: string, value: Json): Json {
    if (typeof value === 'string') {
      const redacted = redact(value);
      if (redacted !== value || !namesSecret(key) || isPlaceholderOrCode(value) || value.length < 4)
        return redacted;
      if (/\s/.test(value) && !(meaningOfName(key) === 'password' && isPassphrase(value))) return redacted;
      return value.match(placeholder) !== null ? value : placeholderOf('secret', 'value', value);
    }
    if (typeof value === 'number' && meaningOfName(key) === 'password')
      return placeholderOf('secret', 'value', String(value));
    return value;
  }

  /** Before each argument is redacted for itself, what only shows beside the others. */
  function redactArguments(list: Json[]): Json[] {
    const spans = secretsInArguments(list, findAll);
    if (spans === undefined) return list;
    return list.map((item, index) => {
      const text = item as string;
      let [result, from] = ['', 0];
      for (const { kind, start, end } of spans[index]!) {
        result += text.slice(from, start) + placeholderOf('secret', kind, text.slice(start, end));
        from = end;
      }
      return result + text.slice(from);
    });
  }

  return {
    redact,
    find: (text) => findAll(text).map(({ kind, start, end }) => ({ kind, start, end })),
    redactDeep: (value) => mapStrings(value, redactUnderKey, redact, redactArguments),
  };
}

function namesSecret(key: string): boolean {
  const meaning = meaningOfName(key);
  return meaning === 'password' || (meaning === 'secret' && !/^(?:keys?|auth|login)$/i.test(key));
}

function ownPattern({ kind, pattern }: ExtraPattern, field: string): Pattern {
  if (!kindName.test(kind))
    throw invalidOption(`${field}.kind`, '2 to 40 lower-case letters, digits and dashes', kind);
  if (!(pattern instanceof RegExp)) throw invalidOption(`${field}.pattern`, 'a regular expression', pattern);
  const flags = new Set([...pattern.flags.replace('y', ''), 'g', 'd']);
  return { kind, hints: [''], pattern: new RegExp(pattern.source, [...flags].join('')), family: 'secret' };
}

/** `{ name: 'API_KEY', value: '…' }` is an assignment too. */
function pairedName(source: { [name: string]: Json }, member: string): string {
  if (!/^(?:value|content|default)$/i.test(member)) return member;
  const name = source.name ?? source.key ?? source.variable ?? source.field;
  return typeof name === 'string' && name.length < 80 ? name : member;
}

/** Works without recursion, because deeply nested input must not exhaust the stack. JSON has no cycles. */
function mapStrings(
  root: Json,
  mapValue: (key: string, value: Json) => Json,
  mapKey: (key: string) => string,
  mapList: (list: Json[]) => Json[],
): Json {
  const holder: { value: Json } = { value: root };
  type Task = { source: Json; key: string; put: (value: Json) => void };
  const tasks: Task[] = [{ source: root, key: '', put: (value) => (holder.value = value) }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { source, key, put } = task;
    if (Array.isArray(source)) {
      const copy: Json[] = new Array(source.length).fill(null);
      put(copy);
      for (const [index, item] of mapList(source).entries())
        tasks.push({ source: item, key, put: (value) => (copy[index] = value) });
    } else if (typeof source === 'object' && source !== null) {
      const copy: { [name: string]: Json } = {};
      put(copy);
      for (const name of Object.keys(source)) {
        const safeName = mapKey(name);
        // Reserves the place, so that members keep their order and `__proto__` stays an ordinary member.
        Object.defineProperty(copy, safeName, {
          value: null,
          writable: true,
          enumerable: true,
          configurable: true,
        });
        tasks.push({
          source: source[name]!,
          key: pairedName(source, name),
          put: (value) =>
            Object.defineProperty(copy, safeName, {
              value,
              writable: true,
              enumerable: true,
              configurable: true,
            }),
        });
      }
    } else put(mapValue(key, source));
  }
  return holder.value;
}
