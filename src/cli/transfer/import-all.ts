/** Imports several files one after the other, with progress. A file of a folder that is no transcript is skipped. */
import { basename } from 'node:path';
import type { TranscriptOptions } from '../../transcripts/transcript.ts';
import type { Io } from '../io.ts';
import { createProgress, createRate, type Progress, size } from '../progress.ts';
import { counted } from '../terminal/figures.ts';
import {
  type ImportedSource,
  type ImportOptions,
  type ImportProgress,
  importSource,
  isRefusal,
} from './import-source.ts';
import { findSources } from './text-source.ts';
import type { Target } from './thread-sink.ts';

const verbs = { check: 'checking', import: 'importing' };

export type RefusedSource = {
  file: string;
  reason: string;
  /** False for a file of another kind that was found in a folder. */
  isTranscript: boolean;
};

export async function importAll(
  options: TranscriptOptions & {
    names: readonly string[];
    io: Io;
    target: Target | undefined;
    threadId: string | undefined;
    trust?: boolean;
    signal?: AbortSignal;
  },
): Promise<{ sources: ImportedSource[]; refused: RefusedSource[] }> {
  const { names, io, ...rest } = options;
  const progress = createProgress(io);
  const sources: ImportedSource[] = [];
  const refused: RefusedSource[] = [];
  try {
    for (const source of await findSources(names, io)) {
      try {
        const imported = await importSource({ ...rest, source, onProgress: shownIn(progress) });
        const isOther = source.found && imported.problems > 0 && !(await holdsMessages({ ...rest, source }));
        if (isOther)
          refused.push({ file: source.name, reason: imported.firstProblems[0]!, isTranscript: false });
        else sources.push(imported);
      } catch (error) {
        if (!source.found || !isRefusal(error)) throw error;
        const isTranscript = error.field !== 'text' && (await holdsMessages({ ...rest, source }));
        refused.push({ file: source.name, reason: error.message, isTranscript });
      }
    }
  } finally {
    progress.clear();
  }
  return { sources, refused };
}

/**
 * Whether anything in a file can be read as a message. A folder of work also holds settings and data, and some of it
 * looks like a transcript at first: every `package.json` has a `type`.
 */
async function holdsMessages(
  options: Omit<ImportOptions, 'target' | 'lenient' | 'onProgress'>,
): Promise<boolean> {
  let read = 0;
  const onProgress = ({ messages }: ImportProgress) => {
    read = messages;
  };
  try {
    await importSource({ ...options, target: undefined, lenient: true, onProgress });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return read > 0;
}

/** Shows how far one source is; the rate is counted anew in each stage. */
function shownIn(progress: Progress): (reached: ImportProgress) => void {
  let rated = { stage: 'check', rate: createRate() };
  return ({ stage, file, bytes, total, messages }) => {
    if (stage !== rated.stage) rated = { stage, rate: createRate() };
    const name = file === '-' ? 'standard input' : basename(file);
    const detail = `${size(bytes)}, ${counted(messages, 'message')}, ${rated.rate(messages)}`;
    progress.show({ label: `${verbs[stage]} ${name}`, done: bytes, total, detail });
  };
}
