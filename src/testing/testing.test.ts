import { generateText, Output, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSummarizerFailure } from '../summarizer.ts';
import { makeRequest } from '../summarizers/summarizer.suite.ts';
import { manualClock, scriptedModel, scriptedSummarizer } from '../testing.ts';

describe('scriptedModel', () => {
  it('R-53 answers generateText from its script and records what it was asked', async () => {
    const model = scriptedModel({
      answers: ['First.', { text: 'Second.', inputTokens: 7, outputTokens: 3 }],
    });
    const first = await generateText({ model, instructions: 'Be brief.', prompt: 'Hello?' });
    const second = await generateText({
      model,
      messages: [{ role: 'user', content: 'Again?' }],
      maxOutputTokens: 9,
    });
    expect([first.text, second.text]).toEqual(['First.', 'Second.']);
    expect([second.usage.inputTokens, second.usage.outputTokens]).toEqual([7, 3]);
    expect(model.calls.map(({ prompt }) => prompt)).toEqual(['Be brief.\n\nHello?', 'Again?']);
    expect(model.calls[0]!.system).toBe('Be brief.');
    expect(model.calls[1]!.options.maxOutputTokens).toBe(9);
    await expect(generateText({ model, prompt: 'More?', maxRetries: 0 })).rejects.toThrow(
      'has 2 answers, and this is call 3',
    );
  });

  it('R-53 streams, answers with functions and objects, throws and hangs', async () => {
    const streaming = scriptedModel({ answers: ({ prompt }) => `You said ${prompt}` });
    const { textStream, text } = streamText({ model: streaming, prompt: 'one two' });
    const deltas: string[] = [];
    for await (const delta of textStream) deltas.push(delta);
    expect(deltas.length).toBeGreaterThan(1);
    expect([await text, deltas.join('')]).toEqual(['You said one two', 'You said one two']);

    const structured = scriptedModel({ answers: { object: { port: 8443 } } });
    const { output } = await generateText({
      model: structured,
      prompt: 'x',
      output: Output.object({ schema: z.object({ port: z.number() }) }),
    });
    expect(output).toEqual({ port: 8443 });
    const failing = scriptedModel({ answers: new RangeError('scripted') });
    await expect(generateText({ model: failing, prompt: 'x', maxRetries: 0 })).rejects.toThrow('scripted');
    const controller = new AbortController();
    const hanging = generateText({
      model: scriptedModel({ answers: { hang: true } }),
      prompt: 'x',
      abortSignal: controller.signal,
    });
    controller.abort();
    await expect(hanging).rejects.toThrow();
  });
});

describe('scriptedSummarizer', () => {
  it('R-53 records requests, answers in order, and is the same for the same request', async () => {
    const summarizer = scriptedSummarizer({
      answers: ['One.', ({ transcript }) => `${transcript.length} messages.`],
    });
    const request = makeRequest();
    expect((await summarizer.summarize(request)).text).toBe('One.');
    expect((await summarizer.summarize(request)).text).toBe('12 messages.');
    expect(summarizer.requests).toEqual([request, request]);
    await expect(summarizer.summarize(request)).rejects.toThrow('has 2 answers');
    const [left, right] = [
      await scriptedSummarizer().summarize(request),
      await scriptedSummarizer().summarize(request),
    ];
    expect(left).toEqual(right);
    expect(left.text).toContain('Messages 1 to 12');
  });

  it('R-53 fails or answers as each of its faults describes', async () => {
    const answer = (fault: 'error' | 'terminal' | 'throw' | 'empty' | 'longer') =>
      scriptedSummarizer({ answers: { fault } })
        .summarize(makeRequest())
        .then(
          ({ text }) => text.length,
          (error: unknown) => (isSummarizerFailure(error) ? error.kind : (error as Error).name),
        );
    const source = makeRequest().transcript.reduce((sum, { text }) => sum + text.length, 0);
    expect(await answer('error')).toBe('transport');
    expect(await answer('terminal')).toBe('terminal');
    expect(await answer('throw')).toBe('TypeError');
    expect(await answer('empty')).toBe(0);
    expect(await answer('longer')).toBeGreaterThan(source);
  });
});

describe('manualClock', () => {
  it('I-12 numbers ids by kind and stands still', () => {
    const clock = manualClock({ start: '2026-03-14T02:00:00Z' });
    expect([clock.newId('msg'), clock.newId('msg'), clock.newId('sum')]).toEqual(['msg_1', 'msg_2', 'sum_1']);
    expect([clock.now(), clock.now()]).toEqual([Date.UTC(2026, 2, 14, 2), Date.UTC(2026, 2, 14, 2)]);
    expect(() => manualClock({ start: 'soon' })).toThrow(/start must be/);
  });

  it('I-12 wakes sleepers in the order they fall due, those begun meanwhile too', async () => {
    const clock = manualClock({ start: 0 });
    const log: string[] = [];
    const sleeper = async (name: string, ...naps: number[]) => {
      for (const nap of naps) {
        await clock.sleep(nap);
        log.push(`${name}@${clock.now()}`);
      }
    };
    void sleeper('slow', 30);
    void sleeper('fast', 10, 10, 10, 100);
    void sleeper('twin', 10);
    await clock.advance(9);
    expect(log).toEqual([]);
    await clock.advance(21);
    expect(log).toEqual(['fast@10', 'twin@10', 'fast@20', 'slow@30', 'fast@30']);
    expect([clock.now(), clock.sleeping()]).toEqual([30, 1]);
    expect([await clock.advanceToNext(), clock.now(), await clock.advanceToNext()]).toEqual([
      true,
      130,
      false,
    ]);
  });

  it('I-12 an aborted sleep ends at once and is forgotten', async () => {
    const clock = manualClock({ start: 0 });
    const controller = new AbortController();
    const sleep = clock.sleep(50, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    expect(clock.sleeping()).toBe(0);
    await expect(clock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});
