/**
 * Apps written from the docs, without casts, with the published package and real HTTP. Every request they send is
 * checked against the rules of its API.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../src/tokens/tokenizer.ts';
import { openLoopbackProvider } from '../loopback-provider.ts';
import { anthropicProblems, chatProblems, responsesProblems } from '../provider-rules.ts';
import { renderedTokens } from '../rendered-tokens.ts';
import { type Asked, openJsonProvider } from './json-provider.ts';
import { type Project, packedProject, root } from './project.ts';

const apps = ['chat-backend', 'run-chat-backend', 'agent-loop', 'support-bot', 'mounted-server'];
let project: Project;

beforeAll(() => {
  project = packedProject({
    packages: ['ai', '@ai-sdk/openai', '@ai-sdk/anthropic', 'hono', 'openai', '@anthropic-ai/sdk'],
  });
  cpSync(join(root, 'test/packed/apps'), join(project.folder, 'src'), { recursive: true });
});
afterAll(() => project.remove());

it.each(apps)('R-56 %s has no cast in it', (app) => {
  const code = readFileSync(join(root, `test/packed/apps/${app}.ts`), 'utf8');
  expect(code.replace(/\/\*[\s\S]*?\*\//gu, '')).not.toMatch(
    /\bas (?!const\b)\w|\bany\b|@ts-|\w!(?=[.[),;])/u,
  );
});

async function play(app: string, url: string): Promise<{ [name: string]: unknown }> {
  const { status, output } = await project.run([`src/${app}.ts`], { env: { PROVIDER_URL: url } });
  expect(status, output).toBe(0);
  return JSON.parse(output);
}

it('R-60 R-63 the server mounts in an app of its own, and the client finds it there', async () => {
  expect(await play('mounted-server', 'none')).toEqual({ seqs: [1], summaries: 0, tail: 1, status: 404 });
});

describe('a chat backend with Hono and streamText', () => {
  it('R-56 R-57 keeps many chats apart, each inside its budget and whole in the end', async () => {
    const provider = await openLoopbackProvider();
    provider.always(({ messages }) => {
      const [, person = 'nobody'] = /I am (person-\d+)\./u.exec(messages.at(-1)?.text ?? '') ?? [];
      return { kind: 'reply', pieces: [`Noted `, `for ${person}.`] };
    });
    const told = await play('run-chat-backend', `${provider.url}/v1`);
    const tokens = renderedTokens();
    for (const { body, messages } of provider.requests) {
      const sent = body.messages as object[];
      expect(chatProblems(sent)).toEqual([]);
      expect(tokens(sent)).toBeLessThanOrEqual(2_000 - 300);
      const people = new Set(messages.flatMap(({ text }) => text.match(/person-\d+/gu) ?? []));
      expect(people.size).toBe(1);
    }
    expect(provider.requests).toHaveLength(6 * 15);
    const chats = Object.entries(told.chats as { [person: string]: { role: string; parts: unknown }[] });
    for (const [person, messages] of chats) {
      expect(messages.map(({ role }) => role)).toEqual(
        Array.from({ length: 15 }, () => ['user', 'assistant']).flat(),
      );
      expect(JSON.stringify(messages.at(-1)!.parts)).toContain(`Noted for ${person}.`);
    }
    expect(chats).toHaveLength(6);
    expect(told.missing).toBe(404);
    expect((told.summarized as number[]).every((summaries) => summaries > 0)).toBe(true);
    await provider.close();
  });
});

describe('an agent loop with archive tools', () => {
  const searches = [60, 120, 180];

  it('R-51 R-57 works two hundred steps in a small window, and finds what it no longer sees', async () => {
    const provider = await openJsonProvider((asked, step) => {
      if (step > 200) return claudeMessage(asked, step, [{ type: 'text', text: 'All gauges are read.' }]);
      const calls = [call(`r${step}`, 'readings', { gauge: step })];
      if (searches.includes(step))
        calls.push(call(`s${step}`, 'search', { query: 'serial of gauge 3 at quay 3' }));
      return claudeMessage(asked, step, calls);
    });
    const told = await play('agent-loop', provider.url);
    await provider.close();
    expect(told).toMatchObject({ text: 'All gauges are read.', steps: 201 });
    expect(told.summaries).toBeGreaterThan(0);
    expect(told.found).toHaveLength(searches.length);
    for (const found of told.found as string[]) expect(found).toContain('GX-1051');
    expect(provider.asked).toHaveLength(201);
    for (const { body } of provider.asked) {
      checkClaude(body, 8_000);
      expect(JSON.stringify(body.messages)).toContain('never open the sluice');
    }
  });
});

describe('a support bot on the plain clients', () => {
  it('R-46 R-56 R-70 pictures, parallel calls, thinking and cache marks pass through both clients, untouched by a cast', async () => {
    const turns = new Map<string, number>();
    const provider = await openJsonProvider((asked) => {
      const turn = (turns.get(asked.path) ?? 0) + 1;
      turns.set(asked.path, turn);
      const answers = {
        '/v1/messages': claudeAnswer,
        '/v1/chat/completions': chatAnswer,
        '/v1/responses': responsesAnswer,
      };
      return answers[asked.path as keyof typeof answers](asked, turn);
    });
    const told = await play('support-bot', provider.url);
    await provider.close();
    const sentTo = (path: string) =>
      provider.asked.filter((one) => one.path === path).map(({ body }) => body);

    const claude = sentTo('/v1/messages');
    for (const body of claude) checkClaude(body, 5_000);
    const said = JSON.stringify(claude.map(({ messages }) => messages));
    expect(said).toContain('"media_type":"image/png"');
    expect(said).toContain('"signature":"sig-');
    expect(claude.some((body) => marksOf(body) > 0)).toBe(true);
    expect(claude.slice(-5).every((body) => marksOf(body) > 0)).toBe(true);

    const chat = sentTo('/v1/chat/completions');
    const tokens = renderedTokens();
    for (const { messages } of chat) {
      expect(chatProblems(messages as object[])).toEqual([]);
      expect(tokens(messages as object[])).toBeLessThanOrEqual(5_000 - 500);
    }
    expect(JSON.stringify(chat[0]!.messages)).toContain('"image_url"');

    const responses = sentTo('/v1/responses');
    for (const { input } of responses) {
      expect(responsesProblems({ input: input as object[] })).toEqual([]);
      expect(textTokens(input)).toBeLessThanOrEqual(5_000 - 500);
    }
    // A call is never sent without the reasoning it came with.
    for (const { input } of responses) expect(thoughtless(input as Block[])).toEqual([]);
    expect(JSON.stringify(responses.at(-1)!.input)).toContain('"encrypted_content":"enc-');
    for (const bot of ['anthropic', 'chat', 'responses']) {
      expect(told[bot]).toMatchObject({ summaries: expect.any(Number) });
      expect((told[bot] as { messages: number }).messages).toBeGreaterThan(100);
      expect((told[bot] as { summaries: number }).summaries).toBeGreaterThan(0);
    }
  });
});

/** Every second turn has two parallel calls before its answer. */
const callsIn = (turn: number) => turn % 2 === 1;

function claudeAnswer(asked: Asked, turn: number): object {
  const thinking = { type: 'thinking', thinking: `Parcel ${turn} may be late.`, signature: `sig-${turn}` };
  if (!callsIn(turn))
    return claudeMessage(asked, turn, [{ type: 'text', text: `Your parcel comes on day ${turn}.` }]);
  const calls = [call(`a${turn}`, 'parcels', { turn }), call(`b${turn}`, 'ships', { turn })];
  return claudeMessage(asked, turn, [thinking, ...calls]);
}

function call(id: string, name: string, input: object) {
  return { type: 'tool_use', id: `toolu_${id}`, name, input };
}

type Block = { type: string; [member: string]: unknown };

function claudeMessage({ body }: Asked, turn: number, content: readonly Block[]): object {
  const calls = content.some(({ type }) => type === 'tool_use');
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: calls ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: textTokens(body), output_tokens: 40 },
  };
}

function chatAnswer(_asked: Asked, turn: number): object {
  const one = (id: string, name: string) => ({
    id: `call_${id}${turn}`,
    type: 'function',
    function: { name, arguments: JSON.stringify({ turn }) },
  });
  const message = callsIn(turn)
    ? {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [one('a', 'parcels'), one('b', 'ships')],
      }
    : { role: 'assistant', content: `Your parcel comes on day ${turn}.`, refusal: null };
  return {
    id: `c${turn}`,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  };
}

function responsesAnswer(_asked: Asked, turn: number): object {
  const one = (id: string, name: string) => ({
    type: 'function_call',
    id: `fc_${id}${turn}`,
    call_id: `call_${id}${turn}`,
    name,
    arguments: JSON.stringify({ turn }),
    status: 'completed',
  });
  const reasoning = { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: `enc-${turn}` };
  const text = { type: 'output_text', text: `Your parcel comes on day ${turn}.`, annotations: [] };
  const spoken = {
    type: 'message',
    id: `msg_${turn}`,
    role: 'assistant',
    status: 'completed',
    content: [text],
  };
  const output = callsIn(turn) ? [reasoning, one('a', 'parcels'), one('b', 'ships')] : [spoken];
  return { id: `resp_${turn}`, object: 'response', status: 'completed', output };
}

/** First calls of a step that do not directly follow their reasoning. */
function thoughtless(items: readonly Block[]): Block[] {
  return items.filter(
    ({ type, call_id: id }, index) =>
      type === 'function_call' && String(id).startsWith('call_a') && items[index - 1]?.type !== 'reasoning',
  );
}

function checkClaude(body: Asked['body'], budget: number): void {
  const { system, messages } = body;
  expect(anthropicProblems({ system, messages: messages as object[] })).toEqual([]);
  expect(marksOf(body)).toBeLessThanOrEqual(4);
  expect(textTokens([system, messages])).toBeLessThanOrEqual(budget);
}

function marksOf(body: object): number {
  return JSON.stringify(body).match(/"cache_control"/gu)?.length ?? 0;
}

const counter = createTokenCounter();

/** Tokens of all strings in the value, without pictures. */
function textTokens(value: unknown): number {
  if (typeof value === 'string') return value.length > 60 && !value.includes(' ') ? 0 : counter.count(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + textTokens(member), 0);
}
