/**
 * Everything that happens in a chat, as data. The terminal and the pipe make text of it, `--json` prints it as it is:
 * one object a line.
 */
import type { Role } from '../../message/message.ts';
import type { Receipt } from '../../records/summary.ts';

/** A passage of the thread that an answer quotes. */
export type Source = { id: string; seq: number; role: Role; name?: string; at: string; text: string };

/** What is doubtful about passages that were found. */
export type Doubt = {
  /** Words of the question that nothing quoted speaks of. */
  unmatched: string[];
  /** Words that were read as others of the thread. */
  corrections: { from: string; to: string }[];
};

/** Markdown, and the messages it stands for. */
export type Overview = { text: string; from: number; to: number };

/** `cut`: the model reached the most it may write. */
export type ReplyEnd = 'complete' | 'cut' | 'interrupted' | 'failed';

export type ChatEvent =
  | {
      type: 'thread';
      /** The first of this chat, rather than one that was gone to. */
      first: boolean;
      thread: string;
      /** Null where it has none yet. */
      title: string | null;
      messages: number;
      /** Time of the newest message; null in an empty thread. */
      until: string | null;
      /** Who answers: a model's name, or null where answers are quoted from the thread. */
      model: string | null;
      /** Where the model is: `anthropic`, `ollama` … */
      provider: string | null;
    }
  /** A message was stored. */
  | { type: 'message'; thread: string; seq: number; role: Role; id: string }
  /** A model is asked for a reply to that message. */
  | { type: 'asking'; thread: string; seq: number; model: string }
  /** A piece of a model's reply, as it comes. */
  | { type: 'text'; text: string }
  /** The reply is over. `seq` is its place in the thread, null where nothing was stored. */
  | {
      type: 'reply';
      thread: string;
      seq: number | null;
      model: string;
      end: ReplyEnd;
      text: string;
      usage: Usage | null;
      milliseconds: number;
      /** Null where the model's prices are not known. */
      costUsd: number | null;
    }
  /** An answer without a model: what was found. */
  | ({ type: 'recall'; thread: string; seq: number; sources: Source[] } & Doubt)
  /** The whole thread in short, without a model. */
  | ({ type: 'overview'; thread: string } & Overview)
  /** A statement without a model was kept. */
  | { type: 'noted'; thread: string; seq: number }
  | { type: 'compaction'; thread: string; receipt: Receipt }
  /** A model began or ended work on the summaries. */
  | { type: 'summarizing'; thread: string; active: boolean }
  /** The summarizer failed; the chat is not touched. Told once for each kind of trouble. */
  | { type: 'trouble'; thread: string; text: string }
  /** Something went wrong; the chat goes on. `next` says what one can do. */
  | { type: 'problem'; problem: string; next: string }
  | { type: 'waiting'; reason: string; milliseconds: number }
  /** What a slash command found or did. `text` and `long` are for people and not part of the JSON. */
  | { type: 'command'; command: string; data: unknown; text: string; long?: boolean };

export type Usage = {
  /** Those of the prompt cache included. */
  inputTokens: number;
  outputTokens: number;
  /** Read from the provider's prompt cache. */
  cachedTokens?: number;
  /** Written into it. */
  writtenTokens?: number;
};
