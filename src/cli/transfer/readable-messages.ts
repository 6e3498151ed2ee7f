/** Messages for people to read: as Markdown, or as plain text. Nothing here can be read back. */
import type { Message } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { asideMark } from '../views/message-lines.ts';

const speakers = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' };

export function markdownHeading({ id, title = id, messages }: ThreadState): string {
  const name = sanitizeLine(title);
  const count = `${messages.toLocaleString('en-US')} message${messages === 1 ? '' : 's'}`;
  return `# ${name}\n\n${name === id ? '' : `${sanitizeLine(id)}, `}${count}\n`;
}

export type ToolNames = ReadonlyMap<string, string>;

export function markdownMessage(message: Message, toolNames: ToolNames): string {
  const blocks = message.parts.map((part) => {
    const text = readable(message, part, toolNames);
    if (part.type === 'text' || text === '') return text;
    return fenced(text);
  });
  const body = blocks.filter((block) => block !== '').join('\n\n');
  return `\n## ${message.seq}. ${speakerOf(message)} · ${timeOf(message)}\n\n${body}\n`;
}

export function plainMessage(message: Message, toolNames: ToolNames): string {
  const body = message.parts
    .map((part) => readable(message, part, toolNames))
    .filter((text) => text !== '')
    .join('\n');
  return `[#${message.seq} ${speakerOf(message)}, ${timeOf(message)}]\n${body}\n\n`;
}

/** It may be looked at in a terminal. */
function readable(message: Message, part: Message['parts'][number], toolNames: ToolNames): string {
  return sanitize(renderMessageText({ ...message, parts: [part] }, { reasoning: true, toolNames }));
}

/** A fence longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function speakerOf(message: Message): string {
  const { role, name } = message;
  const speaker = name === undefined ? speakers[role] : `${speakers[role]} (${sanitizeLine(name)})`;
  return [speaker, ...(asideMark(message) ?? [])].join(', ');
}

function timeOf({ createdAt }: Message): string {
  return createdAt.slice(0, 16).replace('T', ' ');
}
