/** Shared by all archive tools: reading input, and errors that a model can correct. */
import { z } from 'zod';
import { isEverthreadError } from '../../errors.ts';
import { readGiven } from '../../input/foreign-values.ts';
import { archiveMark } from '../../message/archive-answer.ts';
import { type ArchiveAnswer, type ArchiveTool, ArchiveToolError } from './archive-tool.ts';

/**
 * Begins every answer, so that an answer stored in a thread is recognized and never found as a statement of its own.
 */
export const firstLine = `${archiveMark}\n`;

export const threadField = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe('Id of the thread. Not needed where there is only one.');

export const cursorField = z
  .string()
  .min(1)
  .max(400)
  .optional()
  .describe('The cursor the page before ended with, to go on. All other arguments stay the same.');

export function unknownCursor(): ArchiveToolError {
  return new ArchiveToolError(
    'must be the one the page before ended with, with the same arguments.',
    'cursor',
  );
}

/** Reads a cursor that is a position in a list. */
export function readIndex(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/u.test(cursor)) throw unknownCursor();
  return Number(cursor);
}

export const messageNumber = z.int().min(1);

export function defineTool<Input, Data>(definition: {
  name: string;
  title: string;
  description: string;
  inputSchema: z.ZodType<Input>;
  outputSchema: z.ZodType<Data>;
  run(input: Input): Promise<ArchiveAnswer<Data>>;
}): ArchiveTool<Input, Data> {
  return {
    ...definition,
    async run(input) {
      try {
        const read = readGiven('input', () => definition.inputSchema.safeParse(input ?? {}));
        if (!read.success) throw inputError(read.error);
        const { text, data } = await definition.run(read.data);
        return { text: `${firstLine}${text}`, data };
      } catch (error) {
        throw toolError(error);
      }
    },
  };
}

/** Reports only the first issue, which keeps the answer short. */
function inputError({ issues }: z.ZodError): ArchiveToolError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    return new ArchiveToolError('there is no such argument.', String(issue.keys[0]).slice(0, 60));
  }
  return new ArchiveToolError(
    issue?.message ?? 'not what the schema asks for.',
    issue?.path.join('.') || 'input',
  );
}

/** Reports other errors by their code alone: their messages are not meant for a model. */
function toolError(error: unknown): ArchiveToolError {
  if (error instanceof ArchiveToolError) return error;
  if (isEverthreadError(error, 'invalid_input')) return new ArchiveToolError(error.message);
  const code = isEverthreadError(error) ? error.code : 'unexpected error';
  return new ArchiveToolError(`The archive could not be read (${code}).`, undefined, error);
}
