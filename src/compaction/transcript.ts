/**
 * A message as a summarizer sees it: the redacted view of it as text, long tool output cut down. Redaction comes
 * first, so that no cut splits a secret in two and lets half of it through.
 */

import type { Engine } from '../engine/engine.ts';
import type { Message } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import type { Redacted } from '../redaction/redact-content.ts';
import type { TranscriptEntry } from '../summarizer.ts';

export async function toTranscriptEntry(
  engine: Engine,
  message: Redacted<Message>,
): Promise<TranscriptEntry> {
  const { lines, characters } = engine.limits.toolOutput;
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
    tokens: await engine.counter.countLong(text),
  };
}
