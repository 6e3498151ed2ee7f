/** Formats of files, for help and completion: the readers and writers of them, which know these names too, are not loaded for that. */
import type { TranscriptFormat } from '../transcripts/transcript.ts';

const known: { readonly [name in TranscriptFormat]: true } = {
  'claude-code': true,
  codex: true,
  'gemini-cli': true,
  pi: true,
  chatgpt: true,
  everthread: true,
  'openai-chat': true,
  'openai-responses': true,
  anthropic: true,
  'ai-sdk': true,
};

/** What `--format` takes where a transcript is read. */
export const readableFormats = Object.keys(known);
