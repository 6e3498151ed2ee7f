/** Renders messages for people, as Markdown or plain text. These forms cannot be imported again. */
import type { Message } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { asideMark } from '../views/message-lines.ts';

const speakers = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' };

export function markdownHeading({ id, title, titleFrom, settings, messages }: ThreadState): string {
  // Imports by earlier versions stored the file's title in the metadata.
  const kept = settings.metadata?.title;
  const isGiven = title !== undefined && titleFrom === undefined;
  const name = sanitizeLine(!isGiven && typeof kept === 'string' ? kept : (title ?? id));
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

/** Sanitized, because the exported file may be shown in a terminal. */
function readable(message: Message, part: Message['parts'][number], toolNames: ToolNames): string {
  return sanitize(renderMessageText({ ...message, parts: [part] }, { reasoning: true, toolNames }));
}

/** Encloses text in a fence longer than any run of backticks in it. */
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
