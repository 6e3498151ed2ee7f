/**
 * A message as a summarizer sees it: text without secrets, long tool output cut down. Secrets are replaced
 * before the final cut, so that none is split in two and slips through; a first rough cut keeps the search for
 * them short on output of many megabytes.
 */

import type { Engine } from '../engine/engine.ts';
import type { Message, Part } from '../message/message.ts';
import { renderMessageText, trimText } from '../message/text.ts';
import { outputText } from '../message/tool-output.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { TranscriptEntry } from '../summarizer.ts';

/** How much more than the final cut the rough one leaves. */
const roughFactor = 8;
/** Text is searched for secrets in slices of this size, so that nothing else has to wait for long. */
const sliceCharacters = 64 * 1024;
/** No secret that can be recognized is longer; the slices overlap by none, but never end inside of one line. */
const longestLine = 16 * 1024;

export async function toTranscriptEntry(engine: Engine, message: Message): Promise<TranscriptEntry> {
  const { lines, characters } = engine.limits.toolOutput;
  const parts: Part[] = [];
  for (const part of message.parts) parts.push(await cleanPart(engine, part));
  const text = renderMessageText(
    { parts },
    { toolOutputLines: lines, toolOutputCharacters: characters, toolInputCharacters: characters },
  );
  return {
    seq: message.seq,
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    text,
    at: message.createdAt,
    tokens: await engine.counter.countLong(text),
  };
}

async function cleanPart(engine: Engine, part: Part): Promise<Part> {
  const { lines, characters } = engine.limits.toolOutput;
  const rough = { lines: lines * roughFactor, characters: characters * roughFactor };
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: await redactLong(engine, part.text) };
    case 'tool-call': {
      const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
      return { ...part, input: await redactLong(engine, trimText(input, { characters: rough.characters })) };
    }
    case 'tool-result':
      return { ...part, output: await redactLong(engine, trimText(outputText(part.output), rough)) };
    case 'file':
      return part.filename === undefined ? part : { ...part, filename: engine.redact(part.filename) };
    case 'resource':
      return { ...part, name: engine.redact(part.name) };
    case 'opaque':
      return part;
  }
}

async function redactLong(engine: Engine, text: string): Promise<string> {
  if (text.length <= sliceCharacters) return engine.redact(text);
  const clean: string[] = [];
  for (const slice of slicesOf(text)) {
    clean.push(engine.redact(slice));
    await yieldToEventLoop();
  }
  return clean.join('');
}

/** Slices that end at a line break where there is one near, and never between the two ends of a private key. */
export function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + sliceCharacters;
    if (end < text.length) {
      const lineEnd = text.lastIndexOf('\n', end);
      if (lineEnd > end - longestLine) end = lineEnd + 1;
      const keyStart = text.lastIndexOf('-----BEGIN', end);
      const keyEnd = keyStart < 0 ? -1 : text.indexOf('-----END', keyStart);
      if (keyStart > start && keyEnd >= end && keyEnd - keyStart < longestLine) end = keyStart;
    }
    yield text.slice(start, end);
    start = end;
  }
}
