import { readFile } from 'node:fs/promises';
import { APICallError, type LanguageModel } from 'ai';
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../../errors.ts';
import { type Runtime, systemRuntime } from '../../runtime.ts';
import {
  isSummarizerFailure,
  type Summarizer,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../../summarizer.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { tidy } from '../answer-text.ts';
import { countWords } from '../cap-text.ts';
import { counter, makeEntries, makeRequest } from '../summarizer.suite.ts';
import { defaultAnthropicModel, type LanguageModelOptions, languageModel } from './language-model.ts';

const good = 'Dana moves billing to PostgreSQL 16.4 on 14 March 2026.';
const http = (statusCode: number, headers: Record<string, string> = {}, message = 'provider text') =>
  new APICallError({
    message,
    url: 'http://x',
    requestBodyValues: { prompt: 'SECRET PROMPT' },
    statusCode,
    responseHeaders: headers,
    responseBody: '{}',
  });

async function settle(promise: Promise<SummaryResult>): Promise<SummaryResult | SummarizerFailure> {
  return promise.catch((error: unknown) => {
    if (isSummarizerFailure(error)) return error;
    throw error;
  });
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Runs to the end on its own clock. Waits pass at once, and the time limit only if `hangs` says so. */
async function play(options: LanguageModelOptions, request: Partial<SummaryRequest> = {}, hangs = false) {
  const { timeoutMs = 60_000 } = options;
  const waits: number[] = [];
  let now = 0;
  const runtime: Runtime = {
    now: () => now,
    newId: (kind) => kind,
    async sleep(milliseconds, signal) {
      if (milliseconds === timeoutMs && !hangs) return untilAborted(signal);
      if (milliseconds !== timeoutMs) waits.push(milliseconds);
      now += milliseconds;
    },
  };
  const outcome = await settle(languageModel({ ...options, runtime }).summarize(makeRequest(request)));
  return { outcome, waits, now };
}

function failed(outcome: SummaryResult | SummarizerFailure): SummarizerFailure {
  if (outcome instanceof SummarizerFailure) return outcome;
  throw new Error('expected a failure');
}

function succeeded(outcome: SummaryResult | SummarizerFailure): SummaryResult {
  if (outcome instanceof SummarizerFailure) throw outcome;
  return outcome;
}

describe('languageModel', () => {
  it('R-9 R-21 R-26 uses only the requested models, in that order; by name, by id, or by provider and id', async () => {
    const bad = () => http(500);
    const models = () => ({
      a: scriptedModel({ answers: bad, modelId: 'a-1', provider: 'anthropic.messages' }),
      b: scriptedModel({ answers: bad, modelId: 'b-1', provider: 'openai.chat' }),
      c: scriptedModel({ answers: bad, modelId: 'c-1', provider: 'openai.chat' }),
    });
    const asked = async (names: readonly string[] | undefined) => {
      const { a, b, c } = models();
      const { outcome } = await play(
        { models: [a, { model: b, name: 'small' }, c], retry: { retries: 0 } },
        names === undefined ? {} : { models: names },
      );
      return failed(outcome).calls.map(({ model }) => model);
    };
    expect(await asked(undefined)).toEqual(['a-1', 'small', 'c-1']);
    expect(await asked(['openai/c-1', 'small'])).toEqual(['c-1', 'small']);
    expect(await asked(['b-1'])).toEqual(['small']);
    // A model stored under another configuration: the engine reports it, and it is skipped here.
    expect(await asked(['gone', 'a-1'])).toEqual(['a-1']);
    expect(await asked(['gone'])).toEqual(['a-1', 'small', 'c-1']);
    const { a, b } = models();
    expect(languageModel({ models: [a, { model: b, name: 'small' }] }).models).toEqual([
      'a-1',
      'anthropic/a-1',
      'small',
      'b-1',
      'openai/b-1',
    ]);
    expect(languageModel({ models: [a, 'openai/gpt-5-mini'] }).models).toBeUndefined();
  });

  it('R-5 the default for Anthropic is the alias of the small model, as the provider package lists it', async () => {
    const types = await readFile(
      new URL('../../../node_modules/@ai-sdk/anthropic/dist/index.d.ts', import.meta.url),
      'utf8',
    );
    expect(defaultAnthropicModel).toBe('claude-haiku-4-5');
    expect(types).toContain(`'${defaultAnthropicModel}'`);
  });

  it('R-5 passes max_tokens 500 and stores at most 500 words', async () => {
    const words = Array.from(
      { length: 90 },
      (_, index) => `Sentence ${index} tells one small thing more.`,
    ).join(' ');
    const model = scriptedModel({ answers: words });
    const limits = { targetTokens: 429, maxWords: 500, maxOutputTokens: 500 };
    const transcript = makeEntries(
      Array.from({ length: 40 }, (_, index) => `${index} ${words.slice(0, 400)}`),
    );
    const result = await languageModel({ models: [model] }).summarize(makeRequest({ limits, transcript }));
    expect(model.calls[0]!.options.maxOutputTokens).toBe(500);
    expect(countWords(words)).toBeGreaterThan(500);
    expect(countWords(result.text)).toBeLessThanOrEqual(500);
    expect(counter.count(result.text)).toBeLessThanOrEqual(500);
    expect(result.text.endsWith('.')).toBe(true);
  });

  it('R-53 stores which model and which version of the prompt made it', async () => {
    const model = scriptedModel({ answers: good, modelId: 'small-1' });
    const prompts = { plain: { text: 'Shorten it.', version: 7 } };
    const plain = await languageModel({ models: [{ model, name: 'the small one' }], prompts }).summarize(
      makeRequest(),
    );
    expect([plain.model, plain.promptVersion, plain.rung]).toEqual(['the small one', 'plain@7', 'model']);
    const bullets = await languageModel({ models: [model], prompts }).summarize(
      makeRequest({ shape: 'bullets' }),
    );
    expect([bullets.model, bullets.promptVersion]).toEqual(['small-1', 'bullets@2']);
    expect(model.calls[0]!.system).toBe('Shorten it.');
  });

  it('R-23 one call with structured output gives a record', async () => {
    const record = {
      summary: good,
      keyPoints: ['340 GB'],
      context: { participants: ['Dana'], decisions: [], actionItems: [], unresolved: [], domainEntities: [] },
    };
    const model = scriptedModel({ answers: { object: record } });
    const result = await languageModel({ models: [model] }).summarize(makeRequest({ shape: 'record' }));
    expect(result.record).toEqual(record);
    expect(result.text).toContain('340 GB');
    expect(model.calls.length).toBe(1);
    expect(model.calls[0]!.options.responseFormat).toMatchObject({
      type: 'json',
      name: 'conversation_record',
    });
    expect(model.calls[0]!.system.startsWith('Conversation: 12 messages in total,')).toBe(true);
  });

  it('R-23 a record in a code fence or without its empty lists is taken as it is', async () => {
    const model = scriptedModel({
      answers: [
        `\`\`\`json\n${JSON.stringify({ summary: good, keyPoints: ['340 GB'] })}\n\`\`\``,
        { object: { summary: good } },
      ],
    });
    const summarizer = languageModel({ models: [model] });
    for (const keyPoints of [['340 GB'], []]) {
      const { record } = await summarizer.summarize(makeRequest({ shape: 'record' }));
      expect([record!.summary, record!.keyPoints, record!.context.decisions]).toEqual([good, keyPoints, []]);
    }
  });

  it('R-26 a transport error is retried once after 250 ms', async () => {
    const model = scriptedModel({ answers: [http(500), good] });
    const { outcome, waits } = await play({ models: [model] });
    expect(succeeded(outcome).text).toBe(good);
    expect(waits).toEqual([250]);
    expect(outcome.calls.map((call) => [call.outcome, call.detail])).toEqual([
      ['failed', 'HTTP 500: provider text'],
      ['ok', undefined],
    ]);
  });

  it('R-26 then comes the next model, and each further retry waits twice as long', async () => {
    const fallbacks: object[] = [];
    const first = scriptedModel({ answers: http(529), modelId: 'first' });
    const second = scriptedModel({ answers: good, modelId: 'second' });
    const { outcome, waits } = await play({
      models: [first, second],
      retry: { retries: 3 },
      onFallback: (step) => fallbacks.push(step),
    });
    expect(succeeded(outcome).model).toBe('second');
    expect(waits).toEqual([250, 500, 1_000]);
    expect([first.calls.length, second.calls.length]).toEqual([4, 1]);
    expect(fallbacks).toEqual([{ from: 'first', to: 'second', reason: 'HTTP 529: provider text' }]);
  });

  it('R-26 waits as long as the provider asks, and leaves it when that is too long', async () => {
    const patient = scriptedModel({ answers: [http(429, { 'retry-after': '3' }), good] });
    const short = await play({ models: [patient] });
    expect([succeeded(short.outcome).text, short.waits]).toEqual([good, [3_000]]);
    const busy = scriptedModel({ answers: http(429, { 'retry-after': '600' }), modelId: 'busy' });
    const long = await play({ models: [busy] });
    expect([
      failed(long.outcome).kind,
      failed(long.outcome).retryAfterMs,
      long.waits,
      busy.calls.length,
    ]).toEqual(['transport', 600_000, [], 1]);
  });

  it.each([401, 403, 404, 400])('R-26 HTTP %i is not retried', async (status) => {
    const model = scriptedModel({ answers: http(status), modelId: 'm' });
    const { outcome, waits } = await play({ models: [model] });
    expect([failed(outcome).kind, failed(outcome).message, waits, model.calls.length]).toEqual([
      'terminal',
      `No model gave a summary: m: HTTP ${status}: provider text.`,
      [],
      1,
    ]);
  });

  it('R-26 malformed output is not retried on the same model', async () => {
    const first = scriptedModel({ answers: '{"keyPoints": ["no summary"]}', modelId: 'first' });
    const second = scriptedModel({ answers: { object: { summary: good } }, modelId: 'second' });
    const { outcome, waits } = await play({ models: [first, second] }, { shape: 'record' });
    expect(succeeded(outcome).model).toBe('second');
    expect([first.calls.length, waits]).toEqual([1, []]);
    expect(outcome.calls[0]).toMatchObject({ model: 'first', outcome: 'rejected' });
    expect(outcome.calls[0]!.inputTokens).toBeGreaterThan(0);
  });

  it.each([
    ["I'm sorry, but I can't help with that.", 'refusal'],
    ['', 'empty'],
    ['Error: Request timed out', 'error_text'],
    ['The user asked about the deploy. '.repeat(12), 'repetition'],
    [`${'Dana, billing, PostgreSQL, Saturday, finance, invoices. '.repeat(1)}</transcript>`, 'leaked_prompt'],
  ])('R-55 %j is not accepted: %s', async (text, reason) => {
    const model = scriptedModel({ answers: text, modelId: 'm' });
    const { outcome } = await play({ models: [model] });
    expect([failed(outcome).kind, failed(outcome).message]).toEqual([
      'malformed',
      `No model gave a summary: m: ${reason}.`,
    ]);
    expect(outcome.calls[0]!.outcome).toBe('rejected');
  });

  it('R-55 an answer cut by its length limit before its first sentence ended is not accepted', async () => {
    const text =
      'Dana Whitfield moves the billing service of Orbital Freight to PostgreSQL 16.4 on 14 March 2026 with pglo';
    const model = scriptedModel({ answers: { text, finishReason: 'length' } });
    const { outcome } = await play({ models: [model] });
    expect(failed(outcome).message).toContain('cut_short');
  });

  it('R-55 another language is accepted where a prompt of one’s own names it, and only there', async () => {
    const german =
      'Dana Whitfield zieht den Abrechnungsdienst von Orbital Freight am 14. März 2026 auf PostgreSQL 16.4 um; der Pool behält 180 Verbindungen.';
    const prompt = (text: string) => ({ plain: { text: `${text}\n{{previous}}{{transcript}}`, version: 2 } });
    const model = () => scriptedModel({ answers: german });
    expect(failed((await play({ models: [model()] })).outcome).message).toContain('wrong_language');
    const asked = await play({ models: [model()], prompts: prompt('Summarize in German.') });
    expect(succeeded(asked.outcome)).toMatchObject({ text: german, anyLanguage: true });
    const unasked = await play({ models: [model()], prompts: prompt('Summarize in two lines.') });
    expect(failed(unasked.outcome).message).toContain('wrong_language');
  });

  it('R-55 an answer that the provider cut off by its filter or lost to reasoning is not accepted', async () => {
    const reasons = [];
    for (const reply of [
      { text: good, finishReason: 'content-filter' as const },
      { text: '', finishReason: 'length' as const },
      { text: good, finishReason: 'error' as const },
    ]) {
      reasons.push(failed((await play({ models: [scriptedModel({ answers: reply })] })).outcome).kind);
    }
    expect(reasons).toEqual(['malformed', 'malformed', 'malformed']);
  });

  it('R-5 an answer cut at max_tokens ends with its last whole sentence', async () => {
    const model = scriptedModel({
      answers: { text: `${good} It has 340 GB. The pool has max_conn`, finishReason: 'length' },
    });
    const result = await languageModel({ models: [model] }).summarize(makeRequest());
    expect(result.text).toBe(`${good} It has 340 GB.`);
  });

  it('R-26 the log of a rejected answer has at most 200 characters and is redacted before it is cut', async () => {
    const secret = 'sk-proj-9fQ2mZ7xKw4LrT8vBn3YpD6s';
    const text = `I'm sorry, but I can't help with ${'that '.repeat(32)}${secret}`;
    const own = await play({
      models: [scriptedModel({ answers: text })],
      redactLog: (line) => line.replaceAll(secret, '[gone]'),
    });
    const built = await play({
      models: [scriptedModel({ answers: http(401, {}, `Incorrect API key: ${secret}`) })],
    });
    const broken = await play({
      models: [scriptedModel({ answers: text })],
      redactLog: () => {
        throw new Error('x');
      },
    });
    expect(own.outcome.calls[0]!.detail!.length).toBeLessThanOrEqual(200);
    expect(own.outcome.calls[0]!.detail).not.toContain('sk-proj');
    expect(built.outcome.calls[0]!.detail).toMatch(/^HTTP 401: Incorrect/);
    expect(built.outcome.calls[0]!.detail).not.toContain('9fQ2mZ7x');
    expect(broken.outcome.calls[0]!.detail).toBe('(withheld: redaction failed)');
  });

  it('I-10 a failure carries neither the prompt nor the answer', async () => {
    const { outcome } = await play({
      models: [
        scriptedModel({ answers: http(500) }),
        scriptedModel({ answers: 'Sorry, I cannot. Dana Whitfield.' }),
      ],
    });
    const failure = failed(outcome);
    expect(failure.cause).toBeUndefined();
    expect(failure.message).not.toMatch(/Dana|SECRET/);
    expect(JSON.stringify(failure)).not.toContain('SECRET PROMPT');
  });

  it.each([true, 'deaf'] as const)(
    'R-26 a model that hangs (%s) ends in a transport failure at the time limit',
    async (hang) => {
      const model = scriptedModel({ answers: { hang }, modelId: 'm' });
      const { outcome, now } = await play({ models: [model], timeoutMs: 5_000 }, {}, true);
      expect([failed(outcome).kind, failed(outcome).message]).toEqual([
        'transport',
        'No model gave a summary: m: timeout.',
      ]);
      expect(outcome.calls.map(({ milliseconds, detail }) => [milliseconds, detail])).toEqual([
        [5_000, 'timeout'],
        [5_000, 'timeout'],
      ]);
      expect(now).toBe(10_250);
    },
  );

  it('I-4 an abort ends the call or the wait, without another call', async () => {
    const controller = new AbortController();
    const model = scriptedModel({ answers: { hang: true } });
    const other = scriptedModel({ answers: good });
    const pending = settle(
      languageModel({ models: [model, other] }).summarize(makeRequest({ signal: controller.signal })),
    );
    while (model.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    const failure = failed(await pending);
    expect([failure.kind, failure.calls.length, other.calls.length]).toEqual(['aborted', 1, 0]);

    const second = new AbortController();
    const asked: number[] = [];
    const sleep = (milliseconds: number, signal?: AbortSignal) => {
      asked.push(milliseconds);
      return untilAborted(signal);
    };
    const busy = scriptedModel({ answers: http(500) });
    const waiting = settle(
      languageModel({ models: [busy], runtime: { ...systemRuntime, sleep } }).summarize(
        makeRequest({ signal: second.signal }),
      ),
    );
    while (!asked.includes(250)) await new Promise((resolve) => setTimeout(resolve, 1));
    second.abort();
    expect([failed(await waiting).kind, busy.calls.length]).toEqual(['aborted', 1]);
  });

  it('R-54 records tokens and cost of each call, failed ones too, and 0 where the price is unknown', async () => {
    const pricing = { inputUsdPerMillion: 1, outputUsdPerMillion: 5 };
    const refusing = scriptedModel({
      answers: { text: "I can't assist with that.", inputTokens: 1_000, outputTokens: 100 },
      modelId: 'a',
    });
    const unpriced = scriptedModel({ answers: http(401), modelId: 'b' });
    const named = scriptedModel({
      answers: { text: good, inputTokens: 2_000, outputTokens: 50 },
      modelId: 'c',
    });
    const { outcome } = await play({
      models: [{ model: refusing, pricing }, unpriced, named],
      pricing: { c: { inputUsdPerMillion: 2, outputUsdPerMillion: 4 } },
    });
    const figures = outcome.calls.map(({ model, inputTokens, outputTokens, costUsd }) => [
      model,
      inputTokens,
      outputTokens,
      costUsd,
    ]);
    expect(figures).toEqual([
      ['a', 1_000, 100, 0.0015],
      ['b', 0, 0, 0],
      ['c', 2_000, 50, 0.0042],
    ]);
  });

  it('R-54 turns the retries of the SDK off, so that every call is seen', async () => {
    const model = scriptedModel({ answers: http(500) });
    const { outcome } = await play({ models: [model], retry: { retries: 0 } });
    expect([model.calls.length, outcome.calls.length]).toEqual([1, 1]);
  });

  it('R-53 takes models of the earlier specifications too', async () => {
    const common = {
      provider: 'old',
      supportedUrls: {},
      doStream: () => Promise.reject(new Error('unused')),
    };
    const content = [{ type: 'text', text: good }];
    const second = {
      ...common,
      specificationVersion: 'v2',
      modelId: 'two',
      doGenerate: async () => ({
        content,
        finishReason: 'stop',
        usage: { inputTokens: 11, outputTokens: 5, totalTokens: 16 },
        warnings: [],
      }),
    };
    const third = {
      ...common,
      specificationVersion: 'v3',
      modelId: 'three',
      doGenerate: async () => ({
        content,
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: { inputTokens: { total: 11 }, outputTokens: { total: 5 } },
        warnings: [],
      }),
    };
    for (const model of [second, third]) {
      const result = await languageModel({ models: [model as unknown as LanguageModel] }).summarize(
        makeRequest(),
      );
      expect([result.text, result.model]).toEqual([good, model.modelId]);
      expect(result.calls).toMatchObject([{ inputTokens: 11, outputTokens: 5, outcome: 'ok' }]);
    }
  });

  it('R-53 hands the settings of a choice to its model', async () => {
    const model = scriptedModel({ answers: good });
    await languageModel({
      models: [
        {
          model,
          maxOutputTokens: 4_000,
          temperature: 0.2,
          reasoning: 'low',
          providerOptions: { x: { y: 1 } },
        },
      ],
    }).summarize(makeRequest());
    expect(model.calls[0]!.options).toMatchObject({
      maxOutputTokens: 4_000,
      temperature: 0.2,
      reasoning: 'low',
      providerOptions: { x: { y: 1 } },
    });
  });

  it('R-53 without the package `ai` it says what to install, and tries again later', async () => {
    let tries = 0;
    const loadSdk = async () => {
      tries += 1;
      if (tries === 1)
        throw Object.assign(new Error("Cannot find package 'ai'"), { code: 'ERR_MODULE_NOT_FOUND' });
      return import('ai');
    };
    const summarizer: Summarizer = languageModel({ models: [scriptedModel({ answers: good })], loadSdk });
    const failure = failed(await settle(summarizer.summarize(makeRequest())));
    expect(failure.kind).toBe('terminal');
    expect(failure.message).toContain('npm install ai');
    expect(isEverthreadError(failure.cause, 'missing_dependency')).toBe(true);
    expect((await summarizer.summarize(makeRequest())).text).toBe(good);
  });

  it('R-53 names a bad option', () => {
    const model = scriptedModel({ answers: good });
    const field = (options: object) => {
      try {
        languageModel({ models: [model], ...options } as LanguageModelOptions);
        return undefined;
      } catch (error) {
        return isEverthreadError(error, 'invalid_option') ? error.field : error;
      }
    };
    expect(field({ models: [] })).toBe('models');
    expect(field({ models: [model, 7] })).toBe('models[1]');
    expect(field({ models: [{ model: {} }] })).toBe('models[0]');
    expect(field({ models: [{ model, timeoutMs: 0 }] })).toBe('models[0].timeoutMs');
    expect(field({ models: [{ model, pricing: { inputUsdPerMillion: -1, outputUsdPerMillion: 1 } }] })).toBe(
      'models[0].pricing.inputUsdPerMillion',
    );
    expect(field({ timeoutMs: -1 })).toBe('timeoutMs');
    expect(field({ maxInputTokens: Number.NaN })).toBe('maxInputTokens');
    expect(field({ retry: { retries: 1.5 } })).toBe('retry.retries');
    expect(field({ pricing: { m: { inputUsdPerMillion: 1 } } })).toBe('pricing.m.outputUsdPerMillion');
    expect(field({ prompts: { plain: { text: '', version: 1 } } })).toBe('prompts.plain.text');
    expect(field({ models: ['anthropic/claude-haiku-4.5'] })).toBeUndefined();
  });

  it('R-5 takes off what models put around an answer', () => {
    for (const wrapped of [
      `\`\`\`\n${good}\n\`\`\``,
      `<summary>\n${good}\n</summary>`,
      `Here is the updated summary:\n\n${good}`,
      `Sure! Here's a summary of the conversation:\n${good}`,
      `<think>hm</think>\n${good}`,
      `**Summary:**\n${good}`,
      `## Summary\n\n${good}`,
      `\u0000${good}\r\n`,
    ]) {
      expect(tidy(wrapped)).toBe(good);
    }
    const honest = 'Here is where they stood: the summary of the report was late.\nDana wrote it again.';
    expect(tidy(honest)).toBe(honest);
  });

  it('R-35 one call is as large as the smallest window of its models allows, unless it is said', () => {
    const named = (modelId: string) => scriptedModel({ answers: 'x', modelId });
    const sizeOf = (...ids: string[]) => languageModel({ models: ids.map(named) }).maxInputTokens;
    expect(sizeOf('claude-haiku-4-5')).toBe(32_000);
    expect(sizeOf('claude-haiku-4-5', 'gpt-4')).toBe(3_723);
    expect(sizeOf('nobody-knows')).toBe(8_000);
    expect(languageModel({ models: [named('gpt-4')], maxInputTokens: 6_000 }).maxInputTokens).toBe(6_000);
  });
});
