import { describe, expect, it } from 'vitest';
import { resultOf, testEngine } from '../engine/test-engine.suite.ts';
import { type SummarizerCall, SummarizerFailure } from '../summarizer.ts';
import { reportStepsDown } from './fallback.ts';

const call = (model: string, outcome: SummarizerCall['outcome'], reason?: string): SummarizerCall => ({
  ...resultOf('', { model }).calls[0]!,
  outcome,
  ...(reason !== undefined && { reason }),
});

async function told(
  options: Omit<Parameters<typeof reportStepsDown>[0], 'ports' | 'threadId'> & { expectsModel?: boolean },
) {
  const { engine, named } = await testEngine();
  const { expectsModel = true, ...given } = options;
  reportStepsDown({ ports: { ...engine, expectsModel }, threadId: 't', ...given });
  return named('summarizer-fallback').map(({ from, to, reason }) => `${from} > ${to}: ${reason}`);
}

describe('steps down the ladder', () => {
  it('R-38 are reported once for each model, with its last reason', async () => {
    const calls = [
      call('large', 'failed', 'overloaded'),
      call('large', 'failed', 'still overloaded'),
      call('middle', 'rejected', 'invented a number'),
      call('small', 'ok'),
    ];
    expect(await told({ result: resultOf('', { model: 'small', calls }), failure: undefined })).toEqual([
      'large > small: still overloaded',
      'middle > small: invented a number',
    ]);
  });

  it('R-38 are not reported if the same model answered in the end', async () => {
    const calls = [call('large', 'failed', 'overloaded'), call('large', 'ok')];
    expect(await told({ result: resultOf('', { model: 'large', calls }), failure: undefined })).toEqual([]);
  });

  it('R-38 are reported also if no model was asked', async () => {
    const result = resultOf('', { model: 'extractive', rung: 'extractive', calls: [] });
    const failure = new SummarizerFailure({ kind: 'unavailable', message: 'no budget left' });
    expect(await told({ result, failure })).toEqual([
      'the configured summarizer > extractive: no budget left',
    ]);
    expect(await told({ result, failure: undefined })).toEqual([
      'the configured summarizer > extractive: It was not available.',
    ]);
  });

  it('R-38 are not reported if no model was configured', async () => {
    const result = resultOf('', { model: 'extractive', rung: 'extractive', calls: [] });
    expect(await told({ result, failure: undefined, expectsModel: false })).toEqual([]);
  });

  it('I-10 are reported without secrets in the provider’s message', async () => {
    const key = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}`;
    const calls = [call('large', 'failed', `invalid x-api-key: ${key}`), call('small', 'ok')];
    const [line] = await told({ result: resultOf('', { model: 'small', calls }), failure: undefined });
    expect(line).toContain('invalid x-api-key');
    expect(line).not.toContain(key.slice(13, 40));
  });
});
