/**
 * The origin of messages that Everthread itself wrote, received or answered. It is stored beside the content, outside
 * of its hash. It only ever excludes a message: from the conversation (`isAside`) or from search (`searchableContent`).
 * A message written from other messages names them, so that it can be forgotten together with them.
 */
import { invalidInput } from '../errors.ts';
import { archiveAnswers } from './archive-answer.ts';
import type { Message, Part } from './message.ts';
import { listChoices, readArray, readObject, readString } from './provider-fields.ts';

/**
 * lookup: the user asks the archive, not the assistant. embedded-reply: the archive answers in quotations.
 * archive-call: an assistant calls the archive's tools.
 */
export const originKinds = ['lookup', 'embedded-reply', 'archive-call'] as const;
export type OriginKind = (typeof originKinds)[number];

export type Origin = {
  kind: OriginKind;
  /** Ids of the messages it was written from. It is forgotten together with any of them. */
  sources: string[];
  /** For `archive-call`: the ids of those calls. */
  calls?: string[];
};

const mostSources = 1_000;

/**
 * Whether a message passed between the user and the archive. It is kept in the log but is never part of the
 * conversation.
 */
export function isAside({ origin }: { origin?: Origin | undefined }): boolean {
  return origin?.kind === 'lookup' || origin?.kind === 'embedded-reply';
}

/** The content that search may find: no asides, and neither calls of the archive's tools nor their answers. */
export function searchableContent<Content extends Pick<Message, 'parts' | 'origin'>>(
  message: Content,
): Content {
  // A fast path: one search reads hundreds of messages, and nearly all are plain text.
  if (message.origin === undefined && message.parts.every(({ type }) => type === 'text')) return message;
  return dividedContent(message).searchable;
}

/** Splits a message into the content that search may find and the rest, which no search finds. */
export function dividedContent<Content extends Pick<Message, 'parts' | 'origin'>>(
  message: Content,
): { searchable: Content; hidden: Content } {
  const nothing = { ...message, parts: [] };
  if (isAside(message)) return { searchable: nothing, hidden: message };
  const hidden = hiddenParts(message);
  if (hidden.size === 0) return { searchable: message, hidden: nothing };
  return {
    searchable: { ...message, parts: message.parts.filter((part) => !hidden.has(part)) },
    hidden: { ...message, parts: message.parts.filter((part) => hidden.has(part)) },
  };
}

/** Messages as a search may show them: no asides, and no messages whose content is entirely hidden. */
export function searchableMessages(messages: readonly Message[]): Message[] {
  return messages.flatMap((message) => {
    const shown = searchableContent(message);
    return shown.parts.length === 0 && message.parts.length > 0 ? [] : [shown];
  });
}

function hiddenParts({ parts, origin }: Pick<Message, 'parts' | 'origin'>): Set<Part> {
  const answers = archiveAnswers({ parts });
  const marked = origin?.kind === 'archive-call' ? (origin.calls ?? []) : [];
  const calls = new Set([...answers.map(({ callId }) => callId), ...marked]);
  const archiveCalls =
    calls.size === 0 ? [] : parts.filter((part) => part.type === 'tool-call' && calls.has(part.callId));
  return new Set([...answers, ...archiveCalls]);
}

/** Marks a message whose calls the archive answered. A different origin is kept. */
export function withArchiveCalls<Content extends Pick<Message, 'origin'>>(
  message: Content,
  callIds: readonly string[],
): Content {
  const { origin } = message;
  if (origin !== undefined && origin.kind !== 'archive-call') return message;
  const calls = [...new Set([...(origin?.calls ?? []), ...callIds])];
  return { ...message, origin: { kind: 'archive-call', sources: [], calls } };
}

export function readOrigin(value: unknown, field: string): Origin {
  const given = readObject(value, field, 'an object with kind and sources');
  const kind = originKinds.find((known) => known === given.kind);
  if (kind === undefined) throw invalidInput(`${field}.kind`, listChoices(originKinds), given.kind);
  const list = (member: 'sources' | 'calls') => {
    const items = readArray(given[member] ?? [], `${field}.${member}`, 'a list of ids');
    if (items.length > mostSources) {
      throw invalidInput(`${field}.${member}`, `a list of at most ${mostSources} ids`, items.length);
    }
    return [...new Set(items.map((item, index) => readString(item, `${field}.${member}[${index}]`)))];
  };
  const calls = list('calls');
  return { kind, sources: list('sources'), ...(calls.length > 0 && { calls }) };
}
