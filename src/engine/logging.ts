/**
 * The engine's work as lines for the user's logger. Lines hold ids and figures. They hold text of messages only
 * on request, and redacted. An error in the logger does not affect a turn.
 */
import { type EventName, type EverthreadEvents, eventNames } from '../events.ts';
import { type Message, textOf } from '../message/message.ts';
import type { Logger } from '../options.ts';
import type { Emitter } from './emitter.ts';

type Line = { level: keyof Logger; text: string };
type Figures = { [name: string]: string | number | boolean | null | undefined };

export type Log = {
  /** Messages that were stored. */
  appended(threadId: string, messages: readonly Message[]): void;
};

export function startLog(options: {
  logger: Logger | undefined;
  logMessages: boolean;
  emitter: Emitter;
  redact: (text: string) => string;
}): Log {
  const { logger, logMessages, emitter, redact } = options;
  if (!logger) return { appended: () => undefined };
  const write = ({ level, text }: Line) => {
    try {
      logger[level](`everthread ${text}`);
    } catch {
      // The logger failed, so this failure cannot be logged.
    }
  };
  for (const name of eventNames) {
    emitter.on(name, (event) => {
      const line = lineOf(name, event);
      if (line) write(line);
    });
  }
  return {
    appended(threadId, messages) {
      for (const { id, seq, role, tokens, parts } of messages) {
        const text = logMessages ? oneLine(redact(textOf(parts))) : undefined;
        write({
          level: 'debug',
          text: withFigures('append', { thread: threadId, seq, id, role, tokens, text }),
        });
      }
    },
  };
}

const describe: { [Name in EventName]: (event: EverthreadEvents[Name]) => Line | undefined } = {
  /** Left out because every appended message has its own line. */
  change: ({ threadId, kind, from, to }) =>
    kind === 'append'
      ? undefined
      : { level: 'debug', text: withFigures('change', { thread: threadId, kind, from, to }) },
  summarization: ({ threadId, strategy, receipt, tokensBefore, tokensAfter, compressedMessages }) => ({
    level: 'info',
    text: withFigures('compacted', {
      thread: threadId,
      receipt: receipt.id,
      strategy,
      trigger: receipt.trigger,
      from: receipt.from,
      to: receipt.to,
      messages: compressedMessages,
      tokensBefore,
      tokensAfter,
      calls: receipt.calls,
      costUsd: receipt.costUsd,
      ms: receipt.milliseconds,
    }),
  }),
  'compaction-started': ({ threadId, strategy, reason, from, to, model }) => ({
    level: 'debug',
    text: withFigures('compaction started', { thread: threadId, strategy, from, to, model, reason }),
  }),
  'compaction-ended': ({ threadId, outcome }) => ({
    level: 'debug',
    text: withFigures('compaction ended', { thread: threadId, outcome }),
  }),
  'compaction-progress': ({ threadId, ...figures }) => ({
    level: 'debug',
    text: withFigures('compaction progress', { thread: threadId, ...figures }),
  }),
  /** Left out because a long summary has too many parts to log each. */
  progress: () => undefined,
  diagnostic: ({ threadId, level, code, message, consequence }) => ({
    level: level ?? 'warn',
    text: withFigures('diagnostic', { thread: threadId, code, message, consequence }),
  }),
  'summarizer-fallback': ({ threadId, from, to, reason }) => ({
    level: 'warn',
    text: withFigures('summarizer fallback', { thread: threadId, from, to, reason }),
  }),
  'context-forced': ({ threadId, budget, tokens }) => ({
    level: 'warn',
    text: withFigures('context shortened to fit', { thread: threadId, budget, tokens }),
  }),
  context: ({ threadId, ...figures }) => ({
    level: 'debug',
    text: withFigures('context', { thread: threadId, ...figures }),
  }),
  'summarizer-call': ({ threadId, outcome, ...figures }) => ({
    level: outcome === 'ok' ? 'info' : 'warn',
    text: withFigures('summarizer call', { thread: threadId, outcome, ...figures }),
  }),
};

function lineOf<Name extends EventName>(name: Name, event: EverthreadEvents[Name]): Line | undefined {
  return describe[name](event);
}

/** `what name=value …`, always on one line. */
export function withFigures(what: string, figures: Figures): string {
  const pairs = Object.entries(figures).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${plain(value)}`],
  );
  return [what, ...pairs].join(' ');
}

/** Values are quoted if they could be mistaken for another figure or another line. */
function plain(value: string | number | boolean): string {
  const text = typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : String(value);
  return /^[\p{L}\p{N}._:/@+-]+$/u.test(text) ? text : JSON.stringify(oneLine(text));
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
