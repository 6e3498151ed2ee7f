/**
 * Runs the evaluations and prints their tables: `node evals/run.ts [name …] [--write]`. Without a name it runs all; the
 * first word of names, such as `recall`, runs a family. `--write` also stores the report in docs/benchmarks.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Evaluation } from './evaluation.ts';
import { handoff } from './handoff.ts';
import { invention } from './invention.ts';
import { recallAnswers, recallHistories, recallSessions, recallWork } from './recall-answers.ts';
import { recallFriends, recallMeaning, recallStrategies } from './recall-friends.ts';
import { recallMeetings } from './recall-meetings.ts';
import { recallTalks } from './recall-talks.ts';
import { refusals } from './refusals/refusals.ts';
import { rules } from './rules.ts';
import { secrets } from './secrets.ts';
import { summaries } from './summaries.ts';
import { survival } from './survival.ts';

const evaluations: readonly Evaluation[] = [
  summaries,
  handoff,
  survival,
  invention,
  refusals,
  secrets,
  rules,
  recallFriends,
  recallStrategies,
  recallMeaning,
  recallMeetings,
  recallAnswers,
  recallSessions,
  recallHistories,
  recallWork,
  recallTalks,
];

const requestedNames = process.argv.slice(2).filter((argument) => argument !== '--write');
const isWanted = (name: string) =>
  requestedNames.length === 0 || requestedNames.some((one) => name === one || name.startsWith(`${one}-`));
const unknown = requestedNames.filter(
  (one) => !evaluations.some(({ name }) => name === one || name.startsWith(`${one}-`)),
);
if (unknown.length > 0) {
  const known = evaluations.map(({ name }) => name).join(', ');
  console.error(`Unknown evaluation ${unknown.join(', ')}. Known: ${known}.`);
  process.exit(2);
}

const reports: string[] = [];
for (const { name, title, run } of evaluations) {
  if (!isWanted(name)) continue;
  const start = performance.now();
  const report = await run({ warn: (message) => console.warn(`${name}: ${message}`) });
  if (report === null) continue;
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  reports.push(`# ${title}\n\n${report}`);
  console.log(`\n# ${title}\n\n${report}\n\n(${name}: ${seconds} s)`);
}

if (process.argv.includes('--write') && reports.length > 0) {
  const folder = fileURLToPath(new URL('../docs/benchmarks/', import.meta.url));
  const file = `${folder}quality-${new Date().toISOString().slice(0, 10)}.md`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `${reports.join('\n\n')}\n\nMade with \`node evals/run.ts ${requestedNames.join(' ')}\`, Node ${process.version}.\n`,
  );
  console.log(`Written to ${file}`);
}
