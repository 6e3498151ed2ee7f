/**
 * Recognizes messages that a client sends again. Clients resend messages in slightly other forms (reasoning left out,
 * empty texts dropped, provider fields added). So a key is made of what carries the meaning: the text of a person or
 * model, the calls made, the calls answered.
 *
 * The key is part of the id under which a message is stored, together with a hash of everything before it. So a message
 * is recognized even after it was edited, redacted or forgotten, and one id proves the whole beginning.
 */
import { canonicalJson, sha256 } from '../../message/hash.ts';
import type { Json, Message, MessageContent, Part, Role } from '../../message/message.ts';
import { rememberTexts } from '../../text/remembered.ts';

const idPattern = /^ai\.([0-9a-f]{16})\.([0-9a-f]{16})$/;

export function messageKey({ role, parts }: MessageContent): string {
  const [first, second] = parts;
  return first?.type === 'text' && second === undefined ? textKey(role, first.text) : keyOf(role, parts);
}

function keyOf(role: Role, parts: readonly Part[]): string {
  switch (role) {
    case 'assistant':
      return shortHash([role, ...assistantMarks(parts)]);
    case 'tool':
      return shortHash([role, ...parts.map(answerMark)]);
    default:
      return shortHash([role, ...parts.map(givenMark)]);
  }
}

/** Keys of plain texts are kept, because a client sends the same messages with every request. */
const keysOfRoles = new Map<Role, (text: string) => string>();
const rememberedCharacters = 400_000;

export function textKey(role: Role, text: string): string {
  const known = keysOfRoles.get(role);
  if (known !== undefined) return known(text);
  const made = rememberTexts((text) => keyOf(role, [{ type: 'text', text }]), {
    mostCharacters: rememberedCharacters,
  });
  keysOfRoles.set(role, made);
  return made(text);
}

/** The key in an id; undefined for ids that were not made here. */
export function keyOfId(id: string): string | undefined {
  return idPattern.exec(id)?.[1];
}

export function storedKey(message: Message): string {
  return keyOfId(message.id) ?? messageKey(message);
}

export function nextChain(previous: string, key: string): string {
  return shortHash([previous, key]);
}

/** The hash in an id, which stands for the log up to and including this message. */
export function chainOf(messageId: string | undefined): string {
  if (messageId === undefined) return '';
  return idPattern.exec(messageId)?.[2] ?? messageId;
}

export function messageId(key: string, chain: string): string {
  return `ai.${key}.${chain}`;
}

/** The text of a message without white space, which trimming and joining may change. */
export function spokenText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replace(/\s+/gu, '');
}

/** Calls count by their ids, because clients may repair their inputs. */
function assistantMarks(parts: readonly Part[]): string[] {
  const text = spokenText(parts);
  const calls = parts.filter((part) => part.type === 'tool-call').map(({ callId }) => callId);
  return text === '' && calls.length === 0 ? parts.map(givenMark) : [text, ...calls];
}

function answerMark(part: Part): string {
  if (part.type === 'tool-result') return part.callId;
  if (part.type !== 'opaque') return givenMark(part);
  const { approvalId } = part.value as { approvalId?: Json };
  return typeof approvalId === 'string' ? approvalId : givenMark(part);
}

function givenMark(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'file':
      return sha256(part.data ?? part.url ?? '');
    case 'resource':
      return part.id;
    default:
      return canonicalJson(part as unknown as Json);
  }
}

function shortHash(texts: readonly string[]): string {
  return sha256(JSON.stringify(texts)).slice(0, 16);
}
