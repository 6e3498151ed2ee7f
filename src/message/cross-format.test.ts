import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../test/arbitraries.ts';
import {
  anthropicProblems,
  chatProblems,
  modelMessageProblems,
  responsesProblems,
} from '../../test/provider-rules.ts';
import { fromModelMessage, toModelMessages } from './ai-sdk.ts';
import { fromAnthropic, toAnthropic } from './anthropic.ts';
import type { AnthropicMessage } from './anthropic-shapes.ts';
import type { MessageContent, MessageFormat } from './message.ts';
import { fromOpenAIChat, toOpenAIChat } from './openai-chat.ts';
import { fromOpenAIResponses, toOpenAIResponses } from './openai-responses.ts';
import { outputContent, outputText } from './tool-output.ts';

type Renderer = {
  render: (content: MessageContent[]) => object;
  again: (content: MessageContent[]) => MessageContent[];
  problems: (rendered: never) => string[];
};

/** Formats that are sent to models; UI messages have tests of their own. */
type ProviderFormat = Exclude<MessageFormat, 'ui-message'>;

/** `again`: converted to the format and back. */
const formats: { [format in ProviderFormat]: Renderer } = {
  'ai-sdk': {
    render: toModelMessages,
    again: (content) => toModelMessages(content).map((message) => fromModelMessage(message)),
    problems: modelMessageProblems,
  },
  'openai-chat': {
    render: toOpenAIChat,
    again: (content) => toOpenAIChat(content).map((message) => fromOpenAIChat(message)),
    problems: chatProblems,
  },
  'openai-responses': {
    render: toOpenAIResponses,
    again: (content) => fromOpenAIResponses(toOpenAIResponses(content).input),
    problems: responsesProblems,
  },
  anthropic: {
    render: toAnthropic,
    again: (content) => toAnthropic(content).messages.map((message) => fromAnthropic(message)),
    problems: anthropicProblems,
  },
};
const names = Object.keys(formats) as ProviderFormat[];

/** Every string in a value, including those inside JSON text. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof URL) return [value.href];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Base64 of images and documents that every format can show. */
function shownFiles(content: readonly MessageContent[]): string[] {
  const showable = ['image/png', 'image/jpeg', 'application/pdf'];
  return content
    .flatMap(({ role, parts }) =>
      role === 'user'
        ? parts
        : parts.flatMap((part) => (part.type === 'tool-result' ? (outputContent(part.output) ?? []) : [])),
    )
    .flatMap((part) => (part.type === 'file' && showable.includes(part.mediaType) ? [part.data ?? ''] : []));
}

describe.each(names)('crossing formats into %s', (format) => {
  it('R-46 keeps text, calls, results, images and errors', () => {
    fc.assert(
      fc.property(conversationOf({ faults: false }), (conversation) => {
        const strings = stringsIn(formats[format].render(conversation));
        const all = strings.join('\u0001');
        const has = (text: string) => strings.includes(text) || all.includes(text);
        for (const { parts } of conversation) {
          for (const part of parts) {
            if (part.type === 'text') expect(has(part.text)).toBe(true);
            if (part.type === 'tool-call') expect(strings).toContain(part.callId);
            if (part.type !== 'tool-result') continue;
            expect(strings).toContain(part.callId);
            const texts = outputContent(part.output)?.flatMap((item) =>
              item.type === 'text' ? [item.text] : [],
            );
            const data = format === 'ai-sdk' && texts === undefined && typeof part.output !== 'string';
            if (!data) for (const text of texts ?? [outputText(part.output)]) expect(has(text)).toBe(true);
          }
        }
        for (const data of shownFiles(conversation)) expect(has(data)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each(names.filter((name) => name !== format))('I-8 R-46 what came from %s is valid here', (from) => {
    fc.assert(
      fc.property(conversationOf({ faults: false, maxTurns: 6 }), (conversation) => {
        const foreign = formats[from].again(conversation);
        expect(formats[format].problems(formats[format].render(foreign) as never)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('crossing formats', () => {
  it('R-46 a failed call stays a failed call', () => {
    const failed: MessageContent = {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'a', name: 'bash', output: 'no such file', isError: true }],
    };
    expect(toModelMessages([failed])).toMatchObject([
      { content: [{ output: { type: 'error-text', value: 'no such file' } }] },
    ]);
    expect(toAnthropic([failed])).toMatchObject({
      messages: [{ content: [{ content: 'no such file', is_error: true }] }],
    });
    expect(toOpenAIChat([failed])).toMatchObject([{ content: 'Error: no such file' }]);
    expect(toOpenAIResponses([failed])).toMatchObject({ input: [{ output: 'Error: no such file' }] });
  });

  it('R-46 Anthropic thinking and server tools stay out of other formats', () => {
    const content = fromAnthropic({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'text', text: 'Found it.', citations: [{ url: 'u' }] },
      ],
    } as AnthropicMessage);
    expect(toOpenAIChat([content])).toEqual([{ role: 'assistant', content: 'Found it.' }]);
    expect(toModelMessages([content])).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Found it.' }] },
    ]);
    expect(toOpenAIResponses([content])).toEqual({ input: [{ role: 'assistant', content: 'Found it.' }] });
  });
});
