/**
 * Reads a session file of any known client from a string. The format is recognized by the content, never by the file
 * name. Files with several conversations (an array of dialogues, one dialogue per line, a ChatGPT export) give several
 * transcripts. For files too large for memory, see transcript-reader.ts.
 */

import { EverthreadError, invalidInput, isEverthreadError } from '../errors.ts';
import { checkOptions } from '../input/foreign-values.ts';
import {
  type ConversationEvent,
  optional,
  type Transcript,
  type TranscriptEvent,
  type TranscriptOptions,
  withAdvice,
} from './transcript.ts';
import { createTranscriptReader, type TranscriptReader } from './transcript-reader.ts';

/** Reads a file that holds exactly one conversation. */
export function readTranscript(text: string, options: TranscriptOptions = {}): Transcript {
  const transcripts = readTranscripts(text, options);
  const [first] = transcripts;
  if (transcripts.length === 1 && first !== undefined) return first;
  throw new EverthreadError({
    code: 'invalid_input',
    field: 'text',
    message: `text holds ${transcripts.length} conversations; read it with readTranscripts.`,
    details: { conversations: transcripts.length },
  });
}

export function readTranscripts(text: string, options: TranscriptOptions = {}): Transcript[] {
  if (typeof text !== 'string') throw invalidInput('text', 'the text of a file', text);
  checkOptions<TranscriptOptions>(options, {
    ...{ lenient: null, sidechains: null, meta: null, clientSummaries: null, format: null },
  });
  const reader = createTranscriptReader({ ...options, heldCharacters: Number.POSITIVE_INFINITY });
  const events = readAll(reader, text);
  const transcripts: Transcript[] = [];
  /** Message list of each conversation, which is a transcript's own or that of one of its side chains. */
  const lists = new Map<number, Transcript['messages']>();
  const beforeFirst: Pick<Transcript, 'skipped' | 'warnings'> = { skipped: {}, warnings: [] };
  for (const event of events) {
    if (event.kind === 'conversation') lists.set(event.conversation, begin(transcripts, event));
    else if (event.kind === 'details') {
      const { title, project } = event;
      Object.assign(transcripts.at(-1)!, optional('title', title), optional('project', project));
    } else if (event.kind === 'message') lists.get(event.conversation)!.push(event.message);
    else if (event.kind === 'problem') (transcripts.at(-1) ?? beforeFirst).warnings.push(event.problem);
    else if (event.kind === 'skipped') count((transcripts.at(-1) ?? beforeFirst).skipped, event.what);
  }
  // Warnings and skipped entries before the first conversation are reported with the first transcript.
  const [first] = transcripts;
  if (first !== undefined) {
    first.warnings.unshift(...beforeFirst.warnings);
    for (const [what, times] of Object.entries(beforeFirst.skipped)) count(first.skipped, what, times);
  }
  return transcripts;
}

function readAll(reader: TranscriptReader, text: string): TranscriptEvent[] {
  try {
    return [...reader.push(text), ...reader.end()];
  } catch (error) {
    throw isEverthreadError(error) ? withAdvice(error, 'With lenient: true it is left out.') : error;
  }
}

function begin(transcripts: Transcript[], event: ConversationEvent): Transcript['messages'] {
  const { format, id, title, createdAt, sidechain } = event;
  const messages: Transcript['messages'] = [];
  const owner = sidechain === undefined ? undefined : transcripts.at(-1);
  if (owner !== undefined) owner.sidechains.push(messages);
  else {
    transcripts.push({
      format,
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...(createdAt !== undefined && { createdAt }),
      messages,
      sidechains: [],
      skipped: {},
      warnings: [],
    });
  }
  return messages;
}

function count(skipped: Transcript['skipped'], what: string, times = 1): void {
  skipped[what] = (skipped[what] ?? 0) + times;
}
