/**
 * Real sessions of other clients: each is read completely, and every message is given back unchanged in its provider's
 * format.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anthropicProblems,
  chatProblems,
  modelMessageProblems,
  responsesProblems,
} from '../../test/provider-rules.ts';
import { toModelMessages } from '../message/ai-sdk.ts';
import { fromAnthropic, toAnthropic } from '../message/anthropic.ts';
import type { AnthropicMessage } from '../message/anthropic-shapes.ts';
import { fromOpenAIChat, toOpenAIChat } from '../message/openai-chat.ts';
import { fromOpenAIResponses, toOpenAIResponses } from '../message/openai-responses.ts';
import type { ResponsesItem } from '../message/openai-responses-shapes.ts';
import { readTranscripts } from './read-transcript.ts';

const data = process.env.EVERTHREAD_DATA ?? resolve(import.meta.dirname, '../../../shared/data');
const root = join(data, 'sessions');
const reason = `no session data at ${root}: set EVERTHREAD_DATA`;
const absent = !existsSync(root);

type Entry = {
  type?: string;
  isSidechain?: boolean;
  message?: AnthropicMessage & { id?: string };
  payload?: ResponsesItem;
};
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

function files(client: string): { name: string; text: string }[] {
  const folder = join(root, client);
  return readdirSync(folder)
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

function jsonLines(text: string): Entry[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
}

function needsData(context: { skip: (note: string) => never }): void {
  if (!absent) return;
  console.warn(reason);
  context.skip(reason);
}

describe('real sessions', () => {
  it('R-46 every Anthropic message of Claude Code comes back as it was', (context) => {
    needsData(context);
    let messages = 0;
    for (const { text } of files('claude-code')) {
      for (const { message } of jsonLines(text)) {
        if (message === undefined) continue;
        messages += 1;
        expect(toAnthropic([stored(fromAnthropic(message))])).toEqual({ messages: [message] });
      }
    }
    expect(messages).toBeGreaterThan(1_500);
  });

  it('R-46 every responses item of Codex comes back as it was', (context) => {
    needsData(context);
    for (const { text } of files('codex')) {
      const items = jsonLines(text).flatMap(({ type, payload }) =>
        type === 'response_item' && payload !== undefined ? [payload] : [],
      );
      expect(items.length).toBeGreaterThan(50);
      expect(toOpenAIResponses(stored(fromOpenAIResponses(items)))).toEqual({ input: items });
      for (const item of items)
        expect(toOpenAIResponses(fromOpenAIResponses([item]))).toEqual({ input: [item] });
    }
  });

  it('R-46 every OpenAI message of the tool dialogues comes back as it was, dialogue by dialogue', (context) => {
    needsData(context);
    for (const { text } of files('openai-tools')) {
      const dialogues = JSON.parse(text) as { traj: never[] }[];
      expect(dialogues).toHaveLength(30);
      for (const { traj } of dialogues) {
        expect(toOpenAIChat(traj.map((message) => stored(fromOpenAIChat(message))))).toEqual(traj);
      }
      const read = readTranscripts(text).map(({ messages }) => toOpenAIChat(messages));
      expect(read).toEqual(dialogues.map(({ traj }) => traj));
    }
  });

  it('R-58 every file is read: format found, no warnings, unique ids', (context) => {
    needsData(context);
    const formats = {
      'claude-code': 'claude-code',
      codex: 'codex',
      'gemini-cli': 'gemini-cli',
      pi: 'pi',
      'openai-tools': 'openai-chat',
    };
    for (const [client, format] of Object.entries(formats)) {
      for (const { text, name } of files(client)) {
        for (const transcript of readTranscripts(text, { sidechains: true })) {
          expect(transcript, name).toMatchObject({ format, warnings: [] });
          expect(transcript.messages.length, name).toBeGreaterThan(5);
          expect(transcript.messages[0]!.role, name).toMatch(/user|system/);
          const ids = transcript.messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
          expect(new Set(ids).size, name).toBe(ids.length);
        }
      }
    }
  });

  it('I-8 R-46 every session without interrupted calls is valid in every format', (context) => {
    needsData(context);
    for (const client of ['claude-code', 'codex', 'gemini-cli', 'openai-tools']) {
      for (const { text, name } of files(client)) {
        for (const { messages } of readTranscripts(text)) {
          expect(anthropicProblems(toAnthropic(messages, { forRequest: true })), name).toEqual([]);
          expect(chatProblems(toOpenAIChat(messages)), name).toEqual([]);
          expect(responsesProblems(toOpenAIResponses(messages)), name).toEqual([]);
          expect(modelMessageProblems(toModelMessages(messages)), name).toEqual([]);
        }
      }
    }
  });

  it('R-58 lines of Claude Code with one message id are one message, and none of their blocks is lost', (context) => {
    needsData(context);
    for (const { text, name } of files('claude-code')) {
      const answerLines = jsonLines(text).filter(
        ({ type, isSidechain }) => type === 'assistant' && isSidechain !== true,
      );
      const ids = new Set(answerLines.map(({ message }) => message!.id));
      const blocks = answerLines.flatMap(({ message }) => message!.content as unknown[]);
      const [transcript] = readTranscripts(text);
      const answers = transcript!.messages.filter(({ role }) => role === 'assistant');
      expect(answers.length, name).toBe(ids.size);
      expect(
        answers.flatMap((answer) => toAnthropic([answer]).messages[0]!.content as unknown[]),
        name,
      ).toEqual(blocks);
    }
  });
});
