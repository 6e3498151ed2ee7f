/**
 * `make bench`: speed and scale, as ratios within one run. Names of parts may be given: `node bench/run.ts turn`.
 * `--write` puts the tables under docs/benchmarks/ with date and machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

import { backlog } from './backlog.ts';
import { importing } from './import.ts';
import { largeInput } from './large-input.ts';
import { linear } from './linear.ts';
import { loop } from './loop.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { turn } from './turn.ts';

const parts: Record<string, () => Promise<string>> = {
  backlog,
  import: importing,
  'large-input': largeInput,
  linear,
  loop,
  search,
  start,
  turn,
};

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = asked.find((name) => !(name in parts));
if (unknown !== undefined) {
  console.error(
    `There is no benchmark ${JSON.stringify(unknown)}. There are: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const date = new Date().toISOString().slice(0, 10);
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${memory} GiB, Node ${process.versions.node}`;
const sections: string[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`\n${name} …`);
  const section = await run();
  sections.push(section);
  console.log(`\n${section}`);
}
if (process.argv.includes('--write')) {
  const folder = fileURLToPath(new URL('../docs/benchmarks/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}speed-${date}.md`;
  writeFileSync(
    file,
    `# Speed and scale, ${date}\n\nBy \`make bench\`. Machine: ${machine}.\n\n${sections.join('\n')}`,
  );
  console.error(`Written to docs/benchmarks/speed-${date}.md`);
}
