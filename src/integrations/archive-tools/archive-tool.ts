/**
 * A tool that lets a model read the archive: what it takes, what it answers, how it fails. Knows no SDK; the AI SDK
 * and MCP faces are made from it. Tools only read.
 */
import type { z } from 'zod';
import type { Everthread } from '../../everthread.ts';
import { archiveMark } from '../../message/archive-answer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';

export type ArchiveOptions = {
  everthread: Pick<Everthread, 'findThread' | 'threads' | 'search'>;
  /** The threads the tools may read. To them, any other does not exist. */
  threadIds: readonly string[] | 'all';
  /** Tokens of an answer at most. Default: 2,000; at least 500. */
  maxTokens?: number;
  /** Default: the tokenizer of the engine. */
  tokenCounter?: TokenCounter;
};

/** The same answer twice: as text a model reads, and as data. Neither is ever over the limit. */
export type ArchiveAnswer<Data> = { text: string; data: Data };

export type ArchiveTool<Input = unknown, Data = unknown> = {
  readonly name: string;
  readonly title: string;
  /** For the model: what it is for and when to use it. */
  readonly description: string;
  readonly inputSchema: z.ZodType<Input>;
  readonly outputSchema: z.ZodType<Data>;
  /** Takes anything; rejects with an ArchiveToolError when it is not what the schema asks for. */
  run(input: unknown): Promise<ArchiveAnswer<Data>>;
};

/** A mistake the model can mend: the message names the field and what is accepted. */
export class ArchiveToolError extends Error {
  override readonly name = 'ArchiveToolError';
  readonly field: string | undefined;

  constructor(message: string, field?: string, cause?: unknown) {
    super(
      `${archiveMark} ${field === undefined ? message : `${field}: ${message}`}`,
      cause === undefined ? undefined : { cause },
    );
    this.field = field;
  }
}
