/**
 * What whoever runs the server adds to the library: `everthread serve` gives all of them, an app that mounts the server
 * those it wants. Where one is missing, its route says so.
 */
import type { Pricing } from '../cost/prices.ts';
import { EverthreadError } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import type { Thread } from '../thread.ts';

/** A step of an answer as it comes: see the schema of the chat's events. */
export type AnswerEvent = { type: string; [member: string]: unknown };

export type ImportedThread = {
  threadId: string;
  title?: string;
  added: number;
  known: number;
};

export type Imported = {
  threads: ImportedThread[];
  /** What was left out on purpose, by kind. */
  skipped: { [kind: string]: number };
  problems: string[];
};

export type Setting = {
  name: string;
  /** Never a secret. */
  value: unknown;
  /** `flag`, `environment`, `file` or `default`. */
  from: string;
  /** The flag, the variable or the file. */
  source: string;
  about: string;
};

export type Features = {
  /** Answers a message, in a stream: stores the message and the answer. */
  answer?(options: {
    tenant: string;
    everthread: Everthread;
    thread: Thread;
    text: string;
    signal: AbortSignal;
  }): AsyncIterable<AnswerEvent>;
  /** Brings in the text of a transcript file. */
  importTranscript?(options: {
    tenant: string;
    everthread: Everthread;
    text: string;
    /** The name of the file, where it has one. */
    name: string | undefined;
    threadId: string | undefined;
    signal: AbortSignal;
  }): Promise<Imported>;
  /** Loads the demo thread and returns its id. */
  loadDemo?(options: { everthread: Everthread; signal: AbortSignal }): Promise<string>;
  settings?(): Promise<{ file: string | null; answers: string; settings: Setting[] }>;
  /** What a context may take and which strategy holds, where a thread does not say so itself; for figures. */
  defaults?: { budgetTokens: number; strategy: string; model?: string; pricing?: Pricing };
};

export function neededFeature<Name extends keyof Features>(
  features: Features,
  name: Name,
): NonNullable<Features[Name]> {
  const feature = features[name];
  if (feature !== undefined) return feature as NonNullable<Features[Name]>;
  throw new EverthreadError({
    code: 'missing_dependency',
    field: name,
    message: `This server was made without ${name}: give it to createServer({ features: { ${name} } }), or use \`everthread serve\`.`,
  });
}
