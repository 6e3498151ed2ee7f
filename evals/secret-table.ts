/**
 * Runs every kind of secret in every surrounding through the redactor and reports the share that is not redacted.
 * Held-out kinds and surroundings, written after the engine, are counted separately.
 */
import { createRedactor } from '../src/redaction/redaction.ts';
import { createRandom, type Random } from './random.ts';
import { heldOutKinds, heldOutSurroundings } from './secret-held-out.ts';
import { developmentKinds } from './secret-kinds-development.ts';
import { serviceKinds } from './secret-kinds-services.ts';
import { type Family, namesFor } from './secret-names.ts';
import { isMute, make } from './secret-specs.ts';
import { passwordSurroundings, type Surrounding, surroundings } from './secret-surroundings.ts';

export type Cell = { kind: string; surrounding: string; missed: boolean; text: string };

export const kinds = { ...developmentKinds, ...serviceKinds };

const passwordStarts = ['hunter', 'Winter', 'Tr0ub4dor', 'blue', 'Pelican', 'dragon', 'kitten', 'Summer'];
const passwords: { [kind: string]: (random: Random) => string } = {
  'password, word and digits': (r) => r.pick(passwordStarts) + r.text('0123456789', 3),
  'password, with a sign': (r) =>
    r.pick(passwordStarts) + r.text('0123456789', 2) + r.pick(['!', '#', '$', '%']),
  'password, generated': (r) =>
    `${r.text('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ', 8)}${r.text('23456789', 3)}z`,
};

const { redact } = createRedactor();

/** Whether all of a secret, or about half of a long one, is left. */
function comesThrough(text: string, secret: string): boolean {
  const redacted = redact(text);
  const encoded = encodeURIComponent(secret);
  if (redacted.includes(secret) || redacted.includes(encoded)) return true;
  const half = Math.ceil(secret.length / 2);
  return (
    secret.length >= 24 &&
    (redacted.includes(secret.slice(0, half)) || redacted.includes(secret.slice(-half)))
  );
}

export function* cells(seed: number, times: number, held = { kinds, surroundings }): Generator<Cell> {
  const random = createRandom(seed);
  for (const [kind, specification] of Object.entries(held.kinds)) {
    for (const [name, surrounding] of Object.entries(held.surroundings)) {
      if (!surrounding.namesSecret && isMute(specification)) continue;
      for (let time = 0; time < times; time += 1)
        yield cellOf({ kind, name, surrounding, secret: make(specification, random), family: 'key', random });
    }
  }
}

export function* passwordCells(seed: number, times: number): Generator<Cell> {
  const random = createRandom(seed);
  for (const [kind, choose] of Object.entries(passwords))
    for (const [name, surrounding] of Object.entries(passwordSurroundings))
      for (let time = 0; time < times; time += 1)
        yield cellOf({ kind, name, surrounding, secret: choose(random), family: 'password', random });
}

function cellOf(options: {
  kind: string;
  name: string;
  surrounding: Surrounding;
  secret: string;
  family: Family;
  random: Random;
}): Cell {
  const { kind, name, surrounding, secret, family, random } = options;
  const text = surrounding.write(secret, namesFor(family, random));
  return { kind, surrounding: name, missed: comesThrough(text, secret), text };
}

export type Tally = { name: string; cells: number; missed: number };

export function tally(all: readonly Cell[], by: 'kind' | 'surrounding'): Tally[] {
  const counts = new Map<string, Tally>();
  for (const cell of all) {
    const count = counts.get(cell[by]) ?? { name: cell[by], cells: 0, missed: 0 };
    count.cells += 1;
    count.missed += cell.missed ? 1 : 0;
    counts.set(cell[by], count);
  }
  return [...counts.values()].sort((a, b) => b.missed / b.cells - a.missed / a.cells);
}

const timesEach = 2;

/** The whole table: for each surrounding and each kind the share that was not redacted. */
export function reportTable(): string {
  const first = [...cells(17, timesEach), ...passwordCells(17, timesEach * 4)];
  const heldOut = [
    ...cells(23, timesEach, { kinds: heldOutKinds, surroundings }),
    ...cells(29, timesEach, { kinds, surroundings: heldOutSurroundings }),
    ...cells(31, timesEach, { kinds: heldOutKinds, surroundings: heldOutSurroundings }),
  ];
  const share = (all: readonly Cell[]) => {
    const missed = all.filter((cell) => cell.missed).length;
    return `${missed} of ${all.length.toLocaleString('en-US')} (${((100 * missed) / all.length).toFixed(3)} %)`;
  };
  const all = [...first, ...heldOut];
  const rows = (by: 'kind' | 'surrounding') =>
    tally(all, by).map(({ name, cells: count, missed }) => `| ${name} | ${count} | ${missed} |`);
  return [
    `Every kind in every surrounding, through the redactor alone. Missed: ${share(first)}; with kinds or surroundings written after the engine, after mending: ${share(heldOut)}. Plain hexadecimal, UUIDs and codes shorter than twenty signs are only counted where something names them.`,
    ['| surrounding | lines | missed |', '| --- | ---: | ---: |', ...rows('surrounding')].join('\n'),
    ['| kind | lines | missed |', '| --- | ---: | ---: |', ...rows('kind')].join('\n'),
  ].join('\n\n');
}
