/**
 * Everything that happens in a chat, as events. The terminal and the pipe render them as text; `--json` prints each as
 * one line of JSON.
 */
import type { Role } from '../../message/message.ts';
import type { Receipt } from '../../records/summary.ts';

/** A passage of the thread that an answer quotes. */
export type Source = { id: string; seq: number; role: Role; name?: string; at: string; text: string };

/** Reasons to doubt the passages that were found. */
export type Doubt = {
  /** Words of the question which no quoted passage mentions. */
  unmatched: string[];
  /** Misspelt words of the question, each with the word of the thread it was taken for. */
  corrections: { from: string; to: string }[];
};

/** A Markdown text and the range of messages it covers. */
export type Overview = { text: string; from: number; to: number };

/** `cut`: the model reached its limit of output tokens. */
export type ReplyEnd = 'complete' | 'cut' | 'interrupted' | 'failed';

export type ChatEvent =
  | {
      type: 'thread';
      /** True for the thread a chat opens with, false after switching to another one. */
      first: boolean;
      thread: string;
      /** Null if it has none yet. */
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
  /** A piece of a model's reply, emitted as it arrives. */
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
  /** An answer without a model: the passages that were found. */
  | ({ type: 'recall'; thread: string; seq: number; sources: Source[] } & Doubt)
  /** An overview of the whole thread, made without a model. */
  | ({ type: 'overview'; thread: string } & Overview)
  /** Without a model: a statement was stored and gets no answer. */
  | { type: 'noted'; thread: string; seq: number }
  | { type: 'compaction'; thread: string; receipt: Receipt }
  /** A model began or ended work on the summaries. */
  | { type: 'summarizing'; thread: string; active: boolean }
  /** The summarizer failed; the chat goes on. Emitted once for each kind of trouble. */
  | { type: 'trouble'; thread: string; text: string }
  /** Something went wrong; the chat goes on. `next` says what the user can do. */
  | { type: 'problem'; problem: string; next: string }
  | { type: 'waiting'; reason: string; milliseconds: number }
  /** What a slash command found or did. `text` and `long` are for people and not part of the JSON. */
  | { type: 'command'; command: string; data: unknown; text: string; long?: boolean };

export type Usage = {
  /** Includes tokens read from and written to the prompt cache. */
  inputTokens: number;
  outputTokens: number;
  /** Read from the provider's prompt cache. */
  cachedTokens?: number;
  /** Written to the provider's prompt cache. */
  writtenTokens?: number;
};
