/**
 * Reads a file of any client we know as it comes in, chunk by chunk: text in, events out. The format is found by what
 * is in the file. Holds back only what it must: the first lines until they tell the format, answers that may go on,
 * and, where the end of a file decides how its beginning is read, up to `transcriptLimits.heldCharacters`.
 */
import { unknownFile } from './detect.ts';
import { createDocumentReader } from './document-reader.ts';
import type { LeftOut } from './line-index.ts';
import { createLinesReader } from './lines-reader.ts';
import { sniffLayout } from './sniff.ts';
import { createCollector, type TranscriptEvent, type TranscriptOptions } from './transcript.ts';

export type TranscriptReader = {
  /** Throws for what cannot be read, unless reading is lenient. */
  push(chunk: string): TranscriptEvent[];
  end(): TranscriptEvent[];
  /** Set where the format needs an index (see line-index.ts) and none was given: small files are held instead. */
  needsIndex(): boolean;
};

export type ReaderOptions = TranscriptOptions & {
  /** From `createIndexer` on the same file. */
  leftOut?: LeftOut;
  /** How much may be held for want of an index. */
  heldCharacters?: number;
};

/** Reads text in one of the two layouts. */
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
        // Editors of another system may have put a mark before the first byte.
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
