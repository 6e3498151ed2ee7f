/** Recorded sessions of other clients from the data folder, if there is one. They are never part of the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readTranscripts } from '../src/transcripts/read-transcript.ts';
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';

const data = process.env.EVERTHREAD_DATA ?? resolve(import.meta.dirname, '../../shared/data');
const root = join(data, 'sessions');

export type RecordedSession = { name: string; messages: TranscriptMessage[] };

/** Undefined if there is no data; this is printed. */
export function recordedSessions(): RecordedSession[] | undefined {
  return sessionFiles()?.flatMap((file) =>
    readTranscripts(readFileSync(file, 'utf8')).map(({ messages }, index) => ({
      name: `${relative(root, file)}#${index + 1}`,
      messages,
    })),
  );
}

/** Paths of the sessions; undefined if there is no data. */
export function sessionFiles(): string[] | undefined {
  if (!existsSync(root)) return undefined;
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.jsonl?$/.test(file))
    .sort()
    .map((file) => join(root, file));
}

export const noSessions = `There are no recorded sessions at ${root}: set EVERTHREAD_DATA to the folder that holds sessions/.`;
