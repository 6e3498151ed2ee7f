/**
 * Entry `everthread/transcripts`: session files of other clients as messages, ready to be appended to a thread.
 * `readTranscripts` takes a text; `createTranscriptReader` takes pieces of one that is too large for memory.
 */
export { readTranscript, readTranscripts } from './transcripts/read-transcript.ts';
export {
  type Transcript,
  type TranscriptEvent,
  type TranscriptFormat,
  type TranscriptMessage,
  type TranscriptOptions,
  transcriptFormats,
} from './transcripts/transcript.ts';
export { createTranscriptReader, type TranscriptReader } from './transcripts/transcript-reader.ts';
