/**
 * What Everthread itself has to do with a message: it wrote it, was asked by it, or was called by it. The mark stands
 * beside the content, outside of its hash, and only ever takes a message out of something: of the conversation
 * (`isAside`), or of what can be searched (`searchableContent`). What was written from messages names them, so that it
 * can be forgotten with them without looking for words.
 */
import { invalidInput } from '../errors.ts';
import { archiveAnswers } from './archive-answer.ts';
import type { Message, Part } from './message.ts';
import { listChoices, readArray, readObject, readString } from './provider-fields.ts';

/**
 * lookup: the user asks the archive, not the assistant. embedded-reply: the archive answers, in quotations.
 * archive-call: an assistant calls the archive's tools.
 */
export const originKinds = ['lookup', 'embedded-reply', 'archive-call'] as const;
export type OriginKind = (typeof originKinds)[number];

export type Origin = {
  kind: OriginKind;
  /** Ids of the messages it was written from: forgotten with any of them. */
  sources: string[];
  /** For `archive-call`: which of its calls. */
  calls?: string[];
};

const mostSources = 1_000;

/** Said between the user and the archive: kept in the log, never a part of the conversation. */
export function isAside({ origin }: { origin?: Origin | undefined }): boolean {
  return origin?.kind === 'lookup' || origin?.kind === 'embedded-reply';
}

/** What can be found of a message: not an aside, nor what the archive's tools were asked and answered. */
export function searchableContent<Content extends Pick<Message, 'parts' | 'origin'>>(
  message: Content,
): Content {
  return dividedContent(message).searchable;
}

/** A message in what can be found of it, and the rest, which is kept out of every search. */
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

/** Messages as a search may show them: without asides, and without what is left empty by hiding. */
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
  const asked =
    calls.size === 0 ? [] : parts.filter((part) => part.type === 'tool-call' && calls.has(part.callId));
  return new Set([...answers, ...asked]);
}

/** The origin of a message whose calls the archive answered. Another origin stands. */
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
