import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as p50k from 'gpt-tokenizer/encoding/p50k_base';
import { describe, expect, it } from 'vitest';
import { createCalibration } from './calibration.ts';
import { kinds } from './sample-texts.suite.ts';
import { createTokenCounter } from './tokenizer.ts';

const counter = createTokenCounter();
const model = 'some-model-of-another-family';

describe('learning from reported usage', () => {
  /**
   * p50k stands for tokenizers that split CJK into bytes. Its Korean costs four reference tokens where its Chinese
   * costs two, so no single ratio follows a thread that mixes them, and nothing is claimed for it there.
   */
  const providers = {
    cl100k: { trueTokens: cl100k.countTokens, learns: kinds },
    p50k: {
      trueTokens: p50k.countTokens,
      learns: { english: kinds.english, code: kinds.code, json: kinds.json },
    },
  };
  for (const [provider, { trueTokens, learns }] of Object.entries(providers)) {
    for (const [kind, passages] of Object.entries(learns)) {
      it(`R-45 ${kind} on a model that counts like ${provider}: within 5 % after five requests, in any order`, () => {
        const order = fc.shuffledSubarray([...passages], { minLength: 6, maxLength: 6 });
        fc.assert(
          fc.property(order, (shuffled) => {
            const calibration = createCalibration();
            const request = (turn: number) => shuffled.slice(0, turn).join('\n\n');
            for (let turn = 1; turn <= 5; turn += 1) {
              const referenceTokens = counter.count(request(turn));
              const reportedTokens = trueTokens(request(turn));
              calibration.observe({ model, threadId: kind, referenceTokens, reportedTokens });
            }
            const referenceTokens = counter.count(request(6));
            const predicted = referenceTokens * calibration.ratio({ model, threadId: kind });
            const actual = trueTokens(request(6));
            expect(Math.abs(predicted - actual)).toBeLessThan(actual * 0.05);
          }),
          { numRuns: 200 },
        );
      });
    }
  }

  it('R-45 threads in different languages keep their own ratio on the same model', () => {
    const calibration = createCalibration();
    const learn = (threadId: string, ratio: number): void => {
      for (let turn = 0; turn < 5; turn += 1) {
        calibration.observe({ model, threadId, referenceTokens: 2000, reportedTokens: 2000 * ratio });
      }
    };
    learn('english', 1.05);
    learn('chinese', 1.6);
    expect(calibration.ratio({ model, threadId: 'english' })).toBeCloseTo(1.05, 1);
    expect(calibration.ratio({ model, threadId: 'chinese' })).toBeCloseTo(1.6, 1);
    const unseen = calibration.ratio({ model, threadId: 'new' });
    expect(unseen).toBe(calibration.ratio({ model }));
    expect(unseen).toBeGreaterThan(1);
  });
});

describe('before anything is reported', () => {
  it('R-45 OpenAI models of the reference encoding count one to one, whatever is reported', () => {
    const calibration = createCalibration();
    for (const exact of ['gpt-4o', 'openai/gpt-4.1-mini', 'gpt-5.2', 'o3', 'ft:gpt-4o-mini:acme::x1']) {
      expect(calibration.observe({ model: exact, referenceTokens: 5000, reportedTokens: 9000 })).toBe(false);
      expect(calibration.ratio({ model: exact })).toBe(1);
    }
  });

  it('R-45 other families, and unknown models, start with high ratios', () => {
    const calibration = createCalibration();
    const claude = calibration.ratio({ model: 'claude-haiku-4-5' });
    expect(claude).toBeGreaterThan(1.15);
    expect(calibration.ratio({ model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0' })).toBe(claude);
    expect(calibration.ratio({ model: 'anthropic/claude-opus-4.7' })).toBeGreaterThan(claude);
    expect(calibration.ratio({ model: 'gemini-2.5-pro' })).toBeGreaterThan(1);
    expect(calibration.ratio({ model: 'nobody-knows' })).toBeGreaterThan(1.2);
  });
});

describe('odd reports', () => {
  const observeMany = (ratios: readonly number[]) => {
    const calibration = createCalibration();
    for (const ratio of ratios)
      calibration.observe({ model, referenceTokens: 3000, reportedTokens: 3000 * ratio });
    return calibration.ratio({ model });
  };

  it('R-45 one odd report among others moves the ratio by less than 5 %', () => {
    for (const odd of [0.01, 0.5, 3, 50]) {
      expect(Math.abs(observeMany([1.2, 1.22, 1.19, odd]) - 1.2)).toBeLessThan(0.06);
      expect(Math.abs(observeMany([1.2, odd, 1.22, 1.19]) - 1.2)).toBeLessThan(0.06);
    }
  });

  it('R-45 a lasting change is followed within a few reports', () => {
    expect(Math.abs(observeMany([1.2, 1.2, 1.2, 1.2, 1.5, 1.5, 1.5]) - 1.5)).toBeLessThan(0.075);
  });

  it('R-45 very small and implausible samples are ignored', () => {
    const calibration = createCalibration();
    const before = calibration.ratio({ model });
    const samples = [
      [20, 60],
      [0, 10],
      [5000, 0],
      [-100, 100],
      [Number.NaN, 100],
      [5000, Number.NaN],
      [Number.POSITIVE_INFINITY, 100],
      [5000, Number.POSITIVE_INFINITY],
    ];
    for (const [referenceTokens, reportedTokens] of samples) {
      expect(
        calibration.observe({ model, referenceTokens: referenceTokens!, reportedTokens: reportedTokens! }),
      ).toBe(false);
    }
    expect(calibration.ratio({ model })).toBe(before);
  });

  it('R-45 one or two reports alone change nothing, whatever they say', () => {
    const before = createCalibration().ratio({ model });
    for (const odd of [0.001, 0.5, 0.9, 2, 1_000]) {
      expect(observeMany([odd])).toBe(before);
      expect(observeMany([odd, odd])).toBe(before);
    }
  });

  it('R-45 reports that leave out half of the tokens every other time never lower the ratio', () => {
    for (let reports = 4; reports <= 16; reports += 1) {
      const ratios = Array.from({ length: reports }, (_, index) => (index % 2 === 0 ? 1.2 : 0.6));
      expect(observeMany(ratios)).toBeGreaterThan(1.15);
    }
  });

  it('R-45 whatever is reported, the ratio stays near what is known of the model', () => {
    const report = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 10_000_000 }));
    const names = fc.constantFrom(model, 'claude-haiku-4-5', 'gemini-2.5-pro', 'gpt-4-turbo');
    fc.assert(
      fc.property(names, fc.array(report, { maxLength: 30 }), (name, reports) => {
        const known = createCalibration().ratio({ model: name });
        const calibration = createCalibration();
        for (const [referenceTokens, reportedTokens] of reports) {
          calibration.observe({ model: name, threadId: 't', referenceTokens, reportedTokens });
          for (const ratio of [
            calibration.ratio({ model: name, threadId: 't' }),
            calibration.ratio({ model: name }),
          ]) {
            expect(ratio).toBeGreaterThanOrEqual(known * 0.75);
            expect(ratio).toBeLessThanOrEqual(known * 2.5);
          }
        }
      }),
    );
  });

  it('R-45 a provider that always reports too little makes contexts a third larger at most', () => {
    const known = createCalibration().ratio({ model });
    const calibration = createCalibration();
    for (let turn = 0; turn < 50; turn += 1) {
      const referenceTokens = Math.floor(10_000 / calibration.ratio({ model, threadId: 't' }));
      expect(Math.floor(referenceTokens * known)).toBeLessThanOrEqual(13_334);
      calibration.observe({ model, threadId: 't', referenceTokens, reportedTokens: 100 });
    }
  });
});

describe('saving', () => {
  it('R-45 a restored calibration behaves like the saved one', () => {
    const first = createCalibration();
    for (let turn = 1; turn <= 12; turn += 1) {
      first.observe({
        model,
        threadId: `t${turn % 3}`,
        referenceTokens: turn * 500,
        reportedTokens: turn * 610,
      });
    }
    const second = createCalibration({ data: JSON.parse(JSON.stringify(first)) });
    const next = { model, threadId: 't1', referenceTokens: 4000, reportedTokens: 5500 };
    for (let step = 0; step < 2; step += 1) {
      expect(second.ratio({ model })).toBe(first.ratio({ model }));
      expect(second.ratio({ model, threadId: 't1' })).toBe(first.ratio({ model, threadId: 't1' }));
      first.observe(next);
      second.observe(next);
    }
    expect(second.toJSON()).toEqual(first.toJSON());
  });

  it('R-45 what is saved stays small, and keeps the threads used last', () => {
    const calibration = createCalibration();
    for (let thread = 0; thread < 1000; thread += 1) {
      for (let turn = 0; turn < 10; turn += 1) {
        calibration.observe({
          model,
          threadId: `thread-${thread}`,
          referenceTokens: 1000,
          reportedTokens: 1201,
        });
      }
    }
    const saved = calibration.toJSON();
    expect(saved.threads.length).toBe(256);
    expect(saved.threads.at(-1)?.threadId).toBe('thread-999');
    expect(saved.threads.at(0)?.threadId).toBe('thread-744');
    expect(JSON.stringify(saved).length).toBeLessThan(64_000);
  });

  it('R-45 damaged saved data is ignored', () => {
    const fresh = createCalibration().toJSON();
    for (const data of [
      null,
      7,
      'x',
      [],
      {},
      { version: 2, models: { m: [[1, 100]] } },
      { version: 1, models: 3, threads: {} },
    ]) {
      expect(createCalibration({ data }).toJSON()).toEqual(fresh);
    }
    const damaged = {
      version: 1,
      models: { [model]: [[9, 500], ['a', 1], [1.2], [1.2, -5], null, [1.4, 700]], other: 'x' },
      threads: [null, { threadId: 1, model, samples: [[1, 100]] }, { threadId: 't', model, samples: [] }],
    };
    expect(createCalibration({ data: damaged }).toJSON()).toEqual({
      version: 1,
      models: {
        [model]: [
          [3, 500],
          [1.4, 700],
        ],
      },
      threads: [],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (models) => {
        const ratio = createCalibration({ data: { version: 1, models, threads: [models] } }).ratio({ model });
        expect(ratio).toBeGreaterThan(0);
      }),
    );
  });
});
