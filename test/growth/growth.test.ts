/**
 * The time of every analyser grows at most in proportion to the length of its text, whatever the text contains. The
 * growth is measured in processor time, the least of several runs, so that a busy machine decides nothing. `make test`
 * reads all texts of a single kind of character and every sixty-seventh of the others, a different sample for each
 * analyser.
 */
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { sampleOf } from '../soak.ts';
import { testRuntime } from '../test-runtime.ts';
import { analysers } from './analysers.ts';
import { alone, behindOpenings, type Growing, inPairs, repeatedOpenings } from './texts.ts';

type Read = (text: string) => unknown;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function timeOf(read: Read, text: string): Promise<number> {
  const before = processorMs();
  await read(text);
  return processorMs() - before;
}

async function leastTime(read: Read, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) least = Math.min(least, await timeOf(read, text));
  return least;
}

/** Four times the text takes four times as long in linear time, and sixteen times in quadratic time. */
const steepest = 9;
/** Shorter times are not noticed and cannot be measured well. */
const unnoticedMs = 40;

async function growsTooFast(read: Read, text: Growing, length: number): Promise<boolean> {
  // Measured again, because a slow run may be chance; a text that grows too fast does so every time.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const short = await leastTime(read, text.of(length));
    const long = await leastTime(read, text.of(length * 4));
    if (long <= unnoticedMs || long <= short * steepest) return false;
  }
  return true;
}

/** Reads each text once, and measures only those that take suspiciously long. */
async function findSteep(options: {
  read: Read;
  texts: readonly Growing[];
  length: number;
  suspectMs: number;
}): Promise<string[]> {
  const { read, texts, length, suspectMs } = options;
  const steep: string[] = [];
  for (const text of texts) {
    if ((await timeOf(read, text.of(length))) < suspectMs) continue;
    if (await growsTooFast(read, text, length)) steep.push(text.name);
    if (steep.length === 5) break;
  }
  return steep;
}

const numbered = analysers.map((analyser, number) => ({ ...analyser, number }));

describe('time grows with the length of a text, not with its square', () => {
  it.each(numbered)('R-48 $name', async ({ read, number }) => {
    const part = { every: 67, from: number };
    const long = [...alone(), ...sampleOf(behindOpenings(), part)];
    const short = sampleOf([...inPairs(), ...repeatedOpenings()], part);
    expect([
      ...(await findSteep({ read, texts: long, length: 2_500, suspectMs: 6 })),
      ...(await findSteep({ read, texts: short, length: 1_200, suspectMs: 4 })),
    ]).toEqual([]);
  });

  it('R-48 the measure itself tells a square from a line', async () => {
    const square: Read = (text) => {
      let sum = 0;
      for (let one = 0; one < text.length; one += 1)
        for (let other = 0; other < text.length; other += 1) sum = (sum + text.charCodeAt(other) * one) | 0;
      return sum;
    };
    const line: Read = (text) => text.split('').map((character) => character.codePointAt(0)!.toString(36));
    const blanks: Growing = { name: 'blanks', of: (length) => `${' '.repeat(length)}x` };
    // Finds a length that takes measurable time on this machine.
    let length = 1_000;
    while ((await leastTime(square, blanks.of(length * 4))) < unnoticedMs * 5)
      length = Math.ceil(length * 1.25);
    expect(await growsTooFast(square, blanks, length)).toBe(true);
    expect(await growsTooFast(line, blanks, 100_000)).toBe(false);
  });

  it('R-48 a whole turn: append, recall and assembly', async () => {
    const turn: Read = async (text) => {
      const ever = createEverthread({ budget: { tokens: 4_000 }, runtime: testRuntime() });
      const thread = await ever.thread('t');
      await thread.append([
        { role: 'user', content: 'The staging server listens on port 8443.' },
        { role: 'assistant', content: 'Noted: port 8443 on staging.' },
        { role: 'user', content: text },
      ]);
      await thread.context();
      await ever.close();
    };
    const texts = behindOpenings().filter(({ name }) => /^"(?:Which port\?|vor |Always use )"/u.test(name));
    const some = sampleOf(texts, { every: 4 });
    expect(await findSteep({ read: turn, texts: some, length: 10_000, suspectMs: 60 })).toEqual([]);
  });
});
