/**
 * How a message that comes again is recognized. Clients resend what they were given in slightly other forms (reasoning
 * left out, empty texts dropped, fields of the provider added), so a key is made of what carries the meaning: what a
 * person or model said, which calls were made, which calls were answered.
 *
 * The key stands in the id the message is stored under, with a hash of all that came before it. So a message is known
 * again after it was edited, redacted or forgotten, and one id proves a whole beginning.
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

/** A client sends the same messages with every request: those that are a text and nothing else are remembered. */
const keysOfRoles = new Map<Role, (text: string) => string>();
const rememberedCharacters = 400_000;

export function textKey(role: Role, text: string): string {
  const known = keysOfRoles.get(role);
  if (known !== undefined) return known(text);
  const made = rememberTexts((said) => keyOf(role, [{ type: 'text', text: said }]), {
    mostCharacters: rememberedCharacters,
  });
  keysOfRoles.set(role, made);
  return made(text);
}

/** Undefined where the message was stored under an id of somebody else's making. */
export function keyOfId(id: string): string | undefined {
  return idPattern.exec(id)?.[1];
}

export function storedKey(message: Message): string {
  return keyOfId(message.id) ?? messageKey(message);
}

export function nextChain(previous: string, key: string): string {
  return shortHash([previous, key]);
}

/** What stands for the log up to and including this message. */
export function chainOf(messageId: string | undefined): string {
  if (messageId === undefined) return '';
  return idPattern.exec(messageId)?.[2] ?? messageId;
}

export function messageId(key: string, chain: string): string {
  return `ai.${key}.${chain}`;
}

/** What an assistant said, without the white space that trimming and joining change. */
export function spokenText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replace(/\s+/gu, '');
}

/** Inputs of calls may be repaired on the way, so the ids have to do. */
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
