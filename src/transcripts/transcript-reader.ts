/**
 * Reads a file of any known client as it arrives: chunks of text in, events out. The format is recognized by the
 * content. Events are delayed only where necessary: for the first lines until the format is known, for answers that may
 * continue, and, if the end of a file decides how its beginning is read, for up to `transcriptLimits.heldCharacters`.
 */
import { unknownFile } from './detect.ts';
import { createDocumentReader } from './document-reader.ts';
import type { LeftOut } from './line-index.ts';
import { createLinesReader } from './lines-reader.ts';
import { sniffLayout } from './sniff.ts';
import { createCollector, type TranscriptEvent, type TranscriptOptions } from './transcript.ts';

export type TranscriptReader = {
  /** Throws for unreadable input, unless reading is lenient. */
  push(chunk: string): TranscriptEvent[];
  end(): TranscriptEvent[];
  /** Whether the format needs an index (see line-index.ts) and none was given. Small files are then held in memory. */
  needsIndex(): boolean;
};

export type ReaderOptions = TranscriptOptions & {
  /** Result of `createIndexer` on the same file. */
  leftOut?: LeftOut;
  /** Characters that may be held in memory if there is no index. */
  heldCharacters?: number;
};

/** Reads text of one layout: a document, or lines. */
export type LayoutReader = { push(chunk: string): void; end(): void; needsIndex(): boolean };

export function createTranscriptReader(options: ReaderOptions = {}): TranscriptReader {
  const out = createCollector(options);
  let beginning = '';
  let reader: LayoutReader | undefined;
  let isFirst = true;

  const start = (ended: boolean): void => {
    const layout = sniffLayout(beginning, ended);
    if (layout === undefined) return;
    if (ended && beginning.trim() === '') throw unknownFile('it is empty');
    reader = layout === 'document' ? createDocumentReader(out, options) : createLinesReader(out, options);
    const text = beginning;
    beginning = '';
    reader.push(text);
  };

  return {
    push(chunk) {
      if (reader !== undefined) reader.push(chunk);
      else if (chunk !== '') {
        // Some editors write a byte order mark at the start of a file.
        beginning += isFirst && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk;
        isFirst = false;
        start(false);
      }
      return out.take();
    },
    end() {
      if (reader === undefined) start(true);
      if (reader === undefined) throw unknownFile('it is empty');
      reader.end();
      return out.take();
    },
    needsIndex: () => reader?.needsIndex() ?? false,
  };
}
