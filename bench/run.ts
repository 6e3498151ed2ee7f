/**
 * `make bench`: measures speed and scale, as ratios within one run. Parts can be named: `node bench/run.ts turn`.
 * `--write` writes the tables of the measured parts to docs/benchmarks/, with date and machine.
 */
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { backlog } from './backlog.ts';
import { beside } from './beside.ts';
import { cost } from './cost.ts';
import { bound } from './cost-bound.ts';
import { importing } from './import.ts';
import { largeInput } from './large-input.ts';
import { linear } from './linear.ts';
import { loop } from './loop.ts';
import { memory } from './memory.ts';
import { page } from './page.ts';
import { peers } from './peers.ts';
import { proxy, streams } from './proxy.ts';
import { writeReport } from './report.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { turn } from './turn.ts';

const parts: Record<string, () => Promise<string>> = {
  turn,
  cost,
  bound,
  peers,
  proxy,
  streams,
  beside,
  backlog,
  loop,
  memory,
  search,
  start,
  page,
  import: importing,
  'large-input': largeInput,
  linear,
};

const requestedParts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = requestedParts.find((name) => !(name in parts));
if (unknown !== undefined) {
  console.error(
    `There is no benchmark ${JSON.stringify(unknown)}. There are: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const date = new Date().toISOString().slice(0, 10);
const gibibytes = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${gibibytes} GiB, Node ${process.versions.node}`;
const measured = new Map<string, string>();
for (const [name, run] of Object.entries(parts)) {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) continue;
  console.error(`\n${name} …`);
  const section = await run();
  measured.set(name, section);
  console.log(`\n${section}`);
}
if (process.argv.includes('--write')) {
  writeReport({
    file: fileURLToPath(new URL(`../docs/benchmarks/speed-${date}.md`, import.meta.url)),
    heading: `# Speed and scale, ${date}\n\nBy \`make bench\`. Machine: ${machine}.`,
    parts: Object.keys(parts),
    measured,
  });
  console.error(`Written to docs/benchmarks/speed-${date}.md`);
}
