/** Imports several files one after the other, with progress. A file of a folder that is no transcript is skipped. */
import { basename } from 'node:path';
import type { TranscriptOptions } from '../../transcripts/transcript.ts';
import type { Io } from '../io.ts';
import { createProgress, createRate, size } from '../progress.ts';
import { counted } from '../terminal/figures.ts';
import { type ImportedSource, importSource, isRefusal } from './import-source.ts';
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
      let rated = { stage: 'check', rate: createRate() };
      try {
        const imported = await importSource({
          ...rest,
          source,
          onProgress: ({ stage, file, bytes, total, messages }) => {
            if (stage !== rated.stage) rated = { stage, rate: createRate() };
            const name = file === '-' ? 'standard input' : basename(file);
            const detail = `${size(bytes)}, ${counted(messages, 'message')}, ${rated.rate(messages)}`;
            progress.show({ label: `${verbs[stage]} ${name}`, done: bytes, total, detail });
          },
        });
        sources.push(imported);
      } catch (error) {
        if (!source.found || !isRefusal(error)) throw error;
        refused.push({ file: source.name, reason: error.message, isTranscript: error.field !== 'text' });
      }
    }
  } finally {
    progress.clear();
  }
  return { sources, refused };
}
