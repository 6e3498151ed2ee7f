/** Reads the single transcript of a command into a temporary database. */
import { type TranscriptFormat, transcriptFormats } from '../../transcripts/transcript.ts';
import { UsageError } from '../command.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import type { Io } from '../io.ts';
import { type OpenedEverthread, openEverthread } from '../open-everthread.ts';
import { readChoice } from '../read-argument.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { withTemporaryDatabase } from './temporary-database.ts';
import { findSources, type TextSource } from './text-source.ts';

export function readFormat(text: string | undefined): { format?: TranscriptFormat } {
  const format = readChoice('--format', text, transcriptFormats);
  return format === undefined ? {} : { format };
}

export async function oneSource(command: string, name: string, io: Io): Promise<TextSource> {
  const [source, ...others] = await findSources([name], io);
  if (source === undefined || source.found || others.length > 0) {
    const such = source === undefined ? '' : `, such as ${sanitizeLine(source.name)}`;
    throw new UsageError(
      `${command} takes one file, not a folder: ${sanitizeLine(name)} is one. Name a file in it${such}; \`everthread import\` takes whole folders.`,
    );
  }
  return source;
}

export async function withTranscriptDatabase<Result>(
  options: { settings: ResolvedSettings; values: Partial<ResolvedSettings['values']>; source: TextSource },
  work: (opened: OpenedEverthread) => Promise<Result>,
): Promise<Result> {
  const { settings, source } = options;
  return withTemporaryDatabase(source.bytes, async (database) => {
    const values = {
      ...settings.values,
      ...options.values,
      database,
      recall: false,
      embedder: 'none' as const,
    };
    const opened = await openEverthread({ settings: { ...settings, values }, automatic: false });
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  });
}
