/**
 * Reads JSON columns and checks their shape: a damaged value may be any JSON, or none, and must become an error that
 * says where it is before it is used.
 */
import { EverthreadError } from '../../errors.ts';
import type { MessageContent, Part } from '../../message/message.ts';
import { type Origin, originKinds } from '../../message/origin.ts';
import type { Pin } from '../../records/pin.ts';
import type { Profile, ProfileCorrection } from '../../records/profile.ts';
import type { Arrangement } from '../../records/request.ts';
import type { RecalledPlace, SentState } from '../../records/sent-state.ts';
import type { Receipt, SummaryRecord } from '../../records/summary.ts';
import type { ThreadSettings } from '../../records/thread-state.ts';

type Members = { readonly [key: string]: unknown };

export function decodeJson<Value>(options: {
  text: unknown;
  is: (value: unknown) => value is Value;
  /** Place of the value, in words. A function, if many rows are read, so that it is only written for an error. */
  what: string | (() => string);
  details?: Record<string, unknown>;
}): Value {
  const { text, is, what, details = {} } = options;
  let cause: unknown;
  try {
    const value = parsedAs(text, is);
    if (value !== undefined) return value;
  } catch (error) {
    cause = error;
  }
  throw new EverthreadError({
    code: 'store_corrupt',
    message: `The store holds damaged data in ${typeof what === 'string' ? what : what()}. Run "everthread verify" to see what else is damaged; "everthread repair" gets the messages out.`,
    details,
    cause,
  });
}

/** Undefined if the shape is wrong; throws if the text is no JSON. For many rows, of which few are damaged. */
export function parsedAs<Value>(text: unknown, is: (value: unknown) => value is Value): Value | undefined {
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  return is(value) ? value : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

export function isPins(value: unknown): value is Pin[] {
  return isListOf(
    value,
    ({ text, seq, subject }) => isText(text) && typeof seq === 'number' && isText(subject),
  );
}

export function isSettings(value: unknown): value is ThreadSettings {
  if (!isObject(value)) return false;
  const { budgetTokens, sectionShares, strategy, metadata } = value;
  return (
    (budgetTokens === undefined || typeof budgetTokens === 'number') &&
    (sectionShares === undefined || isObject(sectionShares)) &&
    (strategy === undefined || (isObject(strategy) && isText(strategy.name))) &&
    (metadata === undefined || isObject(metadata))
  );
}

export function isRecalledPlaces(value: unknown): value is RecalledPlace[] {
  return isListOf(
    value,
    ({ after, asked, fresh, query, revision, seqs, room, tokens, characters, pieces, older }) =>
      (fresh === undefined || fresh === true) &&
      (query === undefined || isText(query)) &&
      [after, asked, revision, room, tokens, characters].every(isNumber) &&
      isListOfNumbers(seqs) &&
      (pieces === undefined ||
        (isObject(pieces) && isNumber(pieces.characters) && isListOfNumbers(pieces.seqs))) &&
      (older === undefined ||
        (isObject(older) && isListOfNumbers(older.seqs) && isListOfNumbers(older.newerIn))),
  );
}

export function isArrangement(value: unknown): value is Arrangement {
  if (!isObject(value)) return false;
  const { kept, displacing, resources } = value;
  return isNumber(kept) && (displacing === null || isNumber(displacing)) && isNumber(resources);
}

function isListOfNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isNumber);
}

export function isSentState(value: unknown): value is SentState {
  if (!isObject(value)) return false;
  const { recalled, requests, revision, at, last, lapses, passages, paid, full } = value;
  return (
    [requests, paid, full].every(isNumber) &&
    [revision, at, lapses, passages].every((figure) => figure === undefined || isNumber(figure)) &&
    (last === undefined || isLastRequest(last)) &&
    isRecalledPlaces(recalled)
  );
}

function isLastRequest(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { model, tokens, historyTokens, ratio } = value;
  return (model === null || typeof model === 'string') && [tokens, historyTokens, ratio].every(isNumber);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

export function isContent(value: unknown): value is Omit<MessageContent, 'role'> {
  if (!isObject(value)) return false;
  const { parts, name, extra } = value;
  return (
    isListOf(parts, isPart) &&
    (name === undefined || isText(name)) &&
    (extra === undefined || isObject(extra))
  );
}

export function isOrigin(value: unknown): value is Origin {
  if (!isObject(value)) return false;
  const { kind, sources, calls } = value;
  return (
    originKinds.some((known) => known === kind) &&
    isListOfTexts(sources) &&
    (calls === undefined || isListOfTexts(calls))
  );
}

/** The members that every reader of a part relies on. */
function isPart(part: Members): boolean {
  const { type, text, callId, name, mediaType, id } = part;
  switch (type as Part['type']) {
    case 'text':
    case 'reasoning':
      return isText(text);
    case 'tool-call':
      return isText(callId) && isText(name);
    case 'tool-result':
      return isText(callId);
    case 'file':
      return isText(mediaType);
    case 'resource':
      return isText(id) && isText(name);
    default:
      return isText(type);
  }
}

export function isSummaryBody(
  value: unknown,
): value is Pick<
  SummaryRecord,
  'record' | 'raw' | 'originals' | 'segment' | 'work' | 'facts' | 'kept' | 'limits'
> {
  if (!isObject(value)) return false;
  const { text, record, raw, originals, segment, work, facts, kept, limits } = value;
  return (
    (text === undefined || isText(text)) &&
    (raw === undefined || isText(raw)) &&
    (record === null || (isObject(record) && isObject(record.context))) &&
    (segment === null || isObject(segment)) &&
    (work === undefined || isObject(work)) &&
    isListOf(originals, ({ id, hash }) => isText(id) && isText(hash)) &&
    isListOf(facts, (fact) => isText(fact.kind) && isText(fact.value)) &&
    (kept === undefined || isListOf(kept, (one) => isText(one.text))) &&
    (limits === undefined || isLimits(limits))
  );
}

function isLimits(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { targetTokens, maxWords, maxOutputTokens, focus, detail } = value;
  const figures = [targetTokens, maxOutputTokens, ...(maxWords === null ? [] : [maxWords])];
  const hasWishes = [focus, detail].every((wish) => wish === undefined || typeof wish === 'string');
  return hasWishes && figures.every((figure) => typeof figure === 'number' && figure > 0);
}

export function isProfile(value: unknown): value is Profile {
  if (!isObject(value)) return false;
  const { entries, themes, prose } = value;
  return (
    (prose === undefined || isProse(prose)) &&
    isListOf(
      entries,
      (entry) =>
        isText(entry.subject) && isProfileValue(entry.value) && isListOf(entry.earlier, isProfileValue),
    ) &&
    isListOf(themes, ({ topic, sources }) => isText(topic) && isListOf(sources, isProfileSource))
  );
}

function isProse(value: unknown): boolean {
  return (
    isObject(value) &&
    isListOfTexts(value.writtenFrom) &&
    isListOf(
      value.sentences,
      ({ text, cites, sources, addedAt }) =>
        isText(text) && isText(addedAt) && isListOfTexts(cites) && isListOf(sources, isProfileSource),
    )
  );
}

function isProfileValue(value: unknown): boolean {
  return isObject(value) && isText(value.text) && isListOf(value.sources, isProfileSource);
}

function isProfileSource({ threadId, seq, at }: Members): boolean {
  return isText(threadId) && isNumber(seq) && isText(at);
}

export function isCorrections(value: unknown): value is ProfileCorrection[] {
  return isListOf(
    value,
    ({ kind, subject, text, at }) =>
      isText(kind) && isText(subject) && (text === null || isText(text)) && isText(at),
  );
}

export function isReceiptBody(value: unknown): value is Receipt {
  if (!isObject(value)) return false;
  const { summaryIds, replacedIds, models, segment } = value;
  return (
    isListOfTexts(summaryIds) &&
    isListOfTexts(replacedIds) &&
    isListOfTexts(models) &&
    (segment === null || isObject(segment))
  );
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, is: (member: Members) => boolean): boolean {
  return Array.isArray(value) && value.every((member) => isObject(member) && is(member));
}
