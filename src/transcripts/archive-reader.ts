/** Reads Everthread's own files (see archive.ts). Every message is checked against its hash. */
import { EverthreadError, invalidInput } from '../errors.ts';
import { hashMessage } from '../message/hash.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import type { ArchiveCounts, ArchiveRecord } from './archive.ts';
import {
  readAuditEntry,
  readCounts,
  readHeader,
  readReceipt,
  readStored,
  readSummary,
} from './archive-schema.ts';
import { type Collector, convertEntry, type Line, type LineReader } from './transcript.ts';

export function isArchiveHeader(line: Source | undefined): boolean {
  return line?.type === 'everthread' && isObject(line.thread);
}

type OpenThread = { conversation: number; threadId: string; counts: ArchiveCounts; ended: boolean };

export function createArchiveReader(out: Collector): LineReader {
  let open: OpenThread | undefined;
  let lastLine = 0;

  const checkEnded = (): void => {
    if (open === undefined || open.ended) return;
    out.problem(
      new EverthreadError({
        code: 'invalid_input',
        field: `line ${lastLine}`,
        message: `line ${lastLine} is the last one of thread ${JSON.stringify(open.threadId)}, but an export ends with a line of type "end". The file was cut off.`,
        details: { line: lastLine },
      }),
    );
  };
  const begin = (line: Source, field: string): void => {
    checkEnded();
    const header = readHeader(line, field);
    const { id, createdAt } = header.thread;
    const conversation = out.conversation({ format: 'everthread', id, createdAt, header });
    const counts = { messages: 0, summaries: 0, receipts: 0, audit: 0 };
    open = { conversation, threadId: id, counts, ended: false };
  };

  return {
    line({ number, value }: Line) {
      lastLine = number;
      const field = `line ${number}`;
      convertEntry({
        entry: value,
        field,
        out,
        convert: (entry) => {
          if (entry.type === 'everthread') begin(entry, field);
          else if (open === undefined || open.ended) {
            throw invalidInput(`${field}.type`, '"everthread": a thread begins with its header', entry.type);
          } else readEntry(out, open, entry, field);
        },
      });
    },
    end: checkEnded,
  };
}

function readEntry(out: Collector, open: OpenThread, entry: Source, field: string): void {
  const { conversation, threadId, counts } = open;
  const addRecord = (record: ArchiveRecord): void => out.record(conversation, record);
  switch (entry.type) {
    case 'message': {
      const stored = readStored(entry, field);
      const message = normalizeMessage(entry as unknown as MessageInput, { field });
      const intact =
        stored.removed === undefined ? hashMessage(message) === stored.hash : message.parts.length === 0;
      if (!intact) {
        const expected =
          stored.removed === undefined ? 'the hash of the message' : 'that of a message without parts';
        throw invalidInput(`${field}.hash`, expected, 'another one');
      }
      counts.messages += 1;
      out.message({ conversation, message, place: field, stored });
      return;
    }
    case 'summary':
      counts.summaries += 1;
      addRecord({ type: 'summary', summary: { ...readSummary(entry, field), threadId } });
      return;
    case 'receipt':
      counts.receipts += 1;
      addRecord({ type: 'receipt', receipt: { ...readReceipt(entry, field), threadId } });
      return;
    case 'audit':
      counts.audit += 1;
      addRecord({ type: 'audit', entry: { ...readAuditEntry(entry, field), threadId } });
      return;
    case 'end': {
      const stated = readCounts(entry, field);
      open.ended = true;
      const wrong = (Object.keys(counts) as (keyof ArchiveCounts)[]).find(
        (kind) => stated[kind] !== counts[kind],
      );
      if (wrong !== undefined) {
        throw invalidInput(
          `${field}.${wrong}`,
          `${counts[wrong]}, the number of lines before it`,
          stated[wrong],
        );
      }
      addRecord({ type: 'end', counts: stated });
      return;
    }
    default:
      throw invalidInput(
        `${field}.type`,
        "one of 'message', 'summary', 'receipt', 'audit', 'end', 'everthread'",
        entry.type,
      );
  }
}
