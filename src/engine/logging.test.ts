import { describe, expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { faultySummarizer } from '../../test/faulty-summarizer.ts';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread } from '../everthread.ts';
import { type EverthreadOptions, logLevels } from '../options.ts';
import { SummarizerFailure } from '../summarizer.ts';

async function logged(options: EverthreadOptions = {}, first = 'Which zinnober shelf?') {
  const lines: string[] = [];
  const logger = Object.fromEntries(
    logLevels.map((level) => [level, (line: string) => lines.push(`${level} ${line}`)]),
  ) as unknown as NonNullable<EverthreadOptions['logger']>;
  const everthread = createEverthread({
    runtime: testRuntime(),
    summarizer: faultySummarizer(),
    strategy: 'rolling',
    budget: { tokens: 4_000 },
    logger,
    ...options,
  });
  const thread = await everthread.thread('talk');
  await thread.append({ role: 'user', content: first, id: 'first' });
  await thread.append(chatMessages(30, 12, 1));
  await everthread.idle();
  await thread.context({ model: 'claude-haiku-4-5' });
  await everthread.close();
  return lines;
}

const starting = (lines: readonly string[], start: string) => lines.filter((line) => line.startsWith(start));

describe('a logger', () => {
  it('R-72 gets a line for every message, compaction, call and context, with ids and figures', async () => {
    const lines = await logged();
    expect(starting(lines, 'debug everthread append')).toHaveLength(61);
    expect(lines[0]).toMatch(/^debug everthread append thread=talk seq=1 id=first role=user tokens=\d+$/);
    const calls = starting(lines, 'info everthread summarizer call');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls[0]).toMatch(/thread=talk outcome=ok model=\S+ rung=model inputTokens=\d+ outputTokens=\d+/);
    expect(starting(lines, 'info everthread compacted')[0]).toMatch(
      /thread=talk receipt=\S+ strategy=rolling trigger=append from=1 to=\d+ messages=\d+ tokensBefore=\d+ tokensAfter=\d+/,
    );
    expect(starting(lines, 'debug everthread context ')).toEqual([
      expect.stringMatching(
        /thread=talk seq=61 model=claude-haiku-4-5 tokens=\d+ budget=4000 historyTokens=\d+/,
      ),
    ]);
    for (const line of lines) expect(line).not.toMatch(/[\n\r]/);
  });

  it('R-72 I-10 gets text of messages only on request, and never secrets', async () => {
    const secret = 'sk-ant-api03-Qm9yZWRvbUlzTm90QVNlY3JldEJ1dFRoaXNJczEyMzQ1Njc4OTA';
    const said = `The zinnober shelf\nis opened by ${secret}`;
    expect((await logged({}, said)).join('\n')).not.toMatch(/zinnober/);
    const [line] = await logged({ logMessages: true }, said);
    expect(line).toContain('text="The zinnober shelf is opened by ');
    expect(line).not.toContain(secret);
  });

  it('R-72 gets a warning for each failure', async () => {
    const failing = {
      ...faultySummarizer(),
      summarize: () =>
        Promise.reject(new SummarizerFailure({ kind: 'unavailable', message: 'no such model' })),
    };
    const lines = await logged({ summarizer: failing });
    expect(lines.filter((line) => line.startsWith('warn ') && line.includes('no such model'))).not.toEqual(
      [],
    );
  });

  it('R-72 may throw without affecting a turn', async () => {
    let lines = 0;
    const broken = () => {
      lines += 1;
      throw new Error('disk full');
    };
    await logged({ logger: { debug: broken, info: broken, warn: broken, error: broken } });
    expect(lines).toBeGreaterThan(31);
  });

  it('R-72 is refused by name if it lacks a method', () => {
    expect(() => createEverthread({ logger: {} as never })).toThrow(
      /logger must be an object with debug, info/,
    );
    expect(() => createEverthread({ logMessages: 'yes' as never })).toThrow(
      /logMessages must be true or false/,
    );
  });
});
