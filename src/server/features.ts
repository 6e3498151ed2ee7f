/**
 * Features that the host of the server adds to the library. `everthread serve` provides all of them, an app that mounts
 * the server those it wants. The route of a missing feature says that it is missing.
 */
import type { Pricing } from '../cost/prices.ts';
import { EverthreadError } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import type { Thread } from '../thread.ts';

/** One step of an answer while it is made: see the schema of the chat events. */
export type AnswerEvent = { type: string; [member: string]: unknown };

export type ImportedThread = {
  threadId: string;
  title?: string;
  added: number;
  known: number;
};

export type Imported = {
  threads: ImportedThread[];
  /** Number of entries left out on purpose, by kind. */
  skipped: { [kind: string]: number };
  problems: string[];
};

export type Setting = {
  name: string;
  /** Never a secret. */
  value: unknown;
  /** `flag`, `environment`, `file` or `default`. */
  from: string;
  /** Name of the flag, variable or file. */
  source: string;
  about: string;
};

export type Features = {
  /** Answers a message as a stream. Stores both the message and the answer. */
  answer?(options: {
    tenant: string;
    everthread: Everthread;
    thread: Thread;
    text: string;
    signal: AbortSignal;
  }): AsyncIterable<AnswerEvent>;
  /** Imports the text of a transcript file. */
  importTranscript?(options: {
    tenant: string;
    everthread: Everthread;
    text: string;
    /** The name of the file, if known. */
    name: string | undefined;
    threadId: string | undefined;
    signal: AbortSignal;
  }): Promise<Imported>;
  /** Loads the demo thread and returns its id. */
  loadDemo?(options: { everthread: Everthread; signal: AbortSignal }): Promise<string>;
  settings?(): Promise<{ file: string | null; answers: string; settings: Setting[] }>;
  /** Budget, strategy, model and prices for threads that do not set their own; used for figures. */
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
