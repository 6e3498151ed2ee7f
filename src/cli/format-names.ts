/** Names of the transcript formats, for help and completion, which then need not load the readers. */
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

/** The values of `--format` in commands that read a transcript. */
export const readableFormats = Object.keys(known);
