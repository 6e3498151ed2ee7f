/**
 * A message as a summarizer sees it: the redacted view of it as text, long tool output cut down. Redaction comes
 * first, so that no cut splits a secret in two and lets half of it through.
 */

import type { Message } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import type { CompactionLimits } from '../options.ts';
import type { Redacted } from '../redaction/redact-content.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';

export type TranscriptPorts = { counter: TokenCounter; limits: Pick<CompactionLimits, 'toolOutput'> };

export async function toTranscriptEntry(
  { counter, limits }: TranscriptPorts,
  message: Redacted<Message>,
): Promise<TranscriptEntry> {
  const { lines, characters } = limits.toolOutput;
  const text = renderMessageText(message, {
    toolOutputLines: lines,
    toolOutputCharacters: characters,
    toolInputCharacters: characters,
  });
  return {
    seq: message.seq,
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    text,
    at: message.createdAt,
    tokens: await counter.countLong(text),
  };
}
