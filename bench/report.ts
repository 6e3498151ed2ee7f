/** Writes the results, one section for each part. A run of some parts replaces only their sections. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const markOf = (part: string) => `<!-- part: ${part} -->`;

export function writeReport(options: {
  file: string;
  heading: string;
  /** All parts in the order of the report. */
  parts: readonly string[];
  measured: ReadonlyMap<string, string>;
}): void {
  const { file, heading, parts, measured } = options;
  const known = existsSync(file) ? sectionsOf(readFileSync(file, 'utf8')) : new Map<string, string>();
  const sections = parts.flatMap((part) => {
    const section = measured.get(part) ?? known.get(part);
    return section === undefined ? [] : [`${markOf(part)}\n${section.trim()}\n`];
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${heading}\n\n${sections.join('\n')}`);
}

function sectionsOf(text: string): Map<string, string> {
  const pieces = text.split(/<!-- part: ([\w-]+) -->\n/u).slice(1);
  const sections = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) sections.set(pieces[index]!, pieces[index + 1]!);
  return sections;
}
