/**
 * A tool that lets a model read the archive: its input, its answer and its errors. It depends on no SDK; the AI SDK
 * tools and the MCP server are made from it. Tools only read.
 */
import type { z } from 'zod';
import type { Everthread } from '../../everthread.ts';
import { archiveMark } from '../../message/archive-answer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';

export type ArchiveOptions = {
  everthread: Pick<Everthread, 'findThread' | 'threads' | 'search'>;
  /** The threads that the tools may read. All others are hidden from them. */
  threadIds: readonly string[] | 'all';
  /** Most tokens of an answer. Default: 2,000; at least 500. */
  maxTokens?: number;
  /** Default: the built-in tokenizer. */
  tokenCounter?: TokenCounter;
};

/** The same answer as text for a model and as data. Neither is ever over the limit. */
export type ArchiveAnswer<Data> = { text: string; data: Data };

export type ArchiveTool<Input = unknown, Data = unknown> = {
  readonly name: string;
  readonly title: string;
  /** For the model: what the tool does and when to use it. */
  readonly description: string;
  readonly inputSchema: z.ZodType<Input>;
  readonly outputSchema: z.ZodType<Data>;
  /** Accepts any input; rejects with an ArchiveToolError if it does not match the schema. */
  run(input: unknown): Promise<ArchiveAnswer<Data>>;
};

/** An error that the model can correct: the message names the field and what is accepted. */
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
