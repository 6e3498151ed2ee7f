/**
 * What the engine does, as lines for a logger of the user's. Lines hold ids and figures; words of a message only
 * where they were asked for, and then redacted. A logger that throws is no business of a turn.
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
      // There is nowhere left to say so.
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
  /** Appended messages have a line each. */
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
  /** Parts of one summary are too many to be told one by one. */
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

/** `what name=value …`, on one line whatever the values are. */
export function withFigures(what: string, figures: Figures): string {
  const told = Object.entries(figures).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${plain(value)}`],
  );
  return [what, ...told].join(' ');
}

/** Bare where nothing in it could be taken for another figure or another line. */
function plain(value: string | number | boolean): string {
  const text = typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : String(value);
  return /^[\p{L}\p{N}._:/@+-]+$/u.test(text) ? text : JSON.stringify(oneLine(text));
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
