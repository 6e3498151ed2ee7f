/**
 * Recognizes answers of the archive's own tools by their beginning, whatever the tool was called and whichever client
 * stored them. Another tool that is also called `search` begins its answers differently.
 */
import type { Json, MessageContent, Part, ToolResultPart } from './message.ts';

/** The first line of every answer. */
export const archiveMark = 'Everthread archive:';
/** How answers of earlier versions begin, which have no mark. */
const earlierBeginnings = [
  '<recalled-passages>\nFound in the archive',
  '<recalled-passages>\nThreads of the archive',
];
/** Clients wrap a result into parts, contents and values, up to this many levels. */
const deepest = 5;

function isArchiveAnswer({ output }: Pick<ToolResultPart, 'output'>): boolean {
  const text = firstText(output, 0)?.trimStart();
  if (text === undefined) return false;
  const answer = text.replace(/^Error: /u, '');
  return (
    answer.startsWith(archiveMark) || earlierBeginnings.some((beginning) => answer.startsWith(beginning))
  );
}

/** Ids of the calls that the archive answered in this content. */
export function archiveCallIds(content: Pick<MessageContent, 'parts'>): string[] {
  return archiveAnswers(content).map(({ callId }) => callId);
}

export function archiveAnswers({ parts }: Pick<MessageContent, 'parts'>): ToolResultPart[] {
  return parts.filter(isAnswerPart);
}

function isAnswerPart(part: Part): part is ToolResultPart {
  return part.type === 'tool-result' && isArchiveAnswer(part);
}

function firstText(output: Json | undefined, depth: number): string | undefined {
  if (typeof output === 'string') return wrappedText(output, depth);
  if (typeof output !== 'object' || output === null || depth > deepest) return undefined;
  if (Array.isArray(output)) return firstText(output[0], depth + 1);
  for (const member of ['text', 'value', 'content', 'output', 'result']) {
    const text = Object.hasOwn(output, member) ? firstText(output[member], depth + 1) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Some clients store a result as JSON text. It is parsed only if the mark occurs near its beginning. */
function wrappedText(text: string, depth: number): string {
  const isWrapped = depth <= deepest && /^\s*[[{]/u.test(text) && text.slice(0, 400).includes(archiveMark);
  if (!isWrapped) return text;
  try {
    return firstText(JSON.parse(text) as Json, depth + 1) ?? text;
  } catch {
    return text;
  }
}
