/**
 * The ledger: exact facts kept verbatim beside the prose, with their own budget. Decides what it contains and how it
 * reads; gate.ts decides what a summary needs.
 */
import type { Fact, FactKind } from '../records/fact.ts';
import { factKinds } from '../records/fact.ts';
import { binding } from './importance.ts';
import { mergeFacts } from './merge.ts';

const headings: { [kind in FactKind]: string } = {
  rule: 'rules of the user',
  decision: 'decisions',
  commitment: 'commitments',
  question: 'open questions',
  path: 'files',
  command: 'commands',
  identifier: 'identifiers',
  url: 'links',
  handle: 'addresses',
  version: 'versions',
  money: 'amounts',
  date: 'dates',
  quantity: 'figures',
  name: 'names',
  quote: 'quotes',
  code: 'code',
};
/** Kinds with one fact per line, because the facts contain commas and semicolons. */
const sentences: ReadonlySet<FactKind> = new Set([
  'rule',
  'decision',
  'commitment',
  'question',
  'command',
  'quote',
  'code',
]);
/** Facts whose importance differs by less count as equally important. */
const tierWidth = 10;
const fillingRounds = 3;
/** Share of the budget that is divided evenly among kinds, so that frequent kinds do not displace rare ones. */
const reserved = 0.5;

/**
 * Merges both ledgers: each fact once, the newest value of a subject with its history, by importance, within the budget
 * when rendered. Of equally important facts the earliest and the newest are kept before those between. So an early term
 * is still there after a hundred compactions, and new ones also have room.
 */
export function mergeLedger(options: {
  previous: readonly Fact[];
  fresh: readonly Fact[];
  budgetTokens: number;
  countTokens: (text: string) => number;
}): Fact[] {
  const { previous, fresh, budgetTokens, countTokens } = options;
  const merged = mergeFacts([...previous, ...fresh]).filter((fact) => fact.inProse !== true);
  const ranked = rank(merged);
  if (ranked.length === 0 || budgetTokens <= 0) return [];
  const longer = longerPaths(ranked);
  const alone = ranked.filter((fact) => !longer.has(fact));
  if (countTokens(renderLedger(alone)) <= budgetTokens) return alone;
  const kept = new Set<Fact>();
  const opened = new Set<FactKind>();
  const costs = new Map<Fact, number>();
  let left = budgetTokens;
  const take = (fact: Fact, limit: number): number => {
    if (kept.has(fact) || limit < 2 || longer.get(fact)?.some((path) => kept.has(path))) return 0;
    const heading = opened.has(fact.kind) ? 0 : countTokens(`${headings[fact.kind]}:\n`);
    const line = costs.get(fact) ?? countTokens(pieceOf(fact));
    costs.set(fact, line);
    const cost = line + heading;
    if (cost > Math.min(left, limit)) return 0;
    left -= cost;
    opened.add(fact.kind);
    kept.add(fact);
    return cost;
  };
  for (const fact of ranked) if (fact.importance >= binding) take(fact, left);
  const kinds = factKinds.filter((kind) =>
    ranked.some((fact) => fact.kind === kind && fact.importance < binding),
  );
  const share = (left * reserved) / Math.max(1, kinds.length);
  for (const kind of kinds) {
    let room = share;
    for (const fact of ranked) if (fact.kind === kind && room > 0) room -= take(fact, room);
  }
  // The tokens of pieces need not add up to the tokens of the whole, so room that is left is filled too.
  const rendered = () => ranked.filter((fact) => kept.has(fact));
  for (let round = 0; round < fillingRounds; round += 1) {
    const before = kept.size;
    for (const fact of ranked) if (left >= 3) take(fact, left);
    if (kept.size === before) break;
    left = budgetTokens - countTokens(renderLedger(rendered()));
  }
  const result = rendered();
  while (result.length > 0 && countTokens(renderLedger(result)) > budgetTokens) result.pop();
  return result;
}

/** The text that a fact adds to the ledger. */
function pieceOf(fact: Fact): string {
  return sentences.has(fact.kind) ? `- ${renderFact(fact)}\n` : `; ${renderFact(fact)}`;
}

/**
 * For each path, the longer paths that include it: "web/index.html" includes "index.html" and "web". Only longer paths
 * of at least equal importance count, otherwise the shorter would be lost together with them. A changed path keeps its
 * own line, because a README in another folder is a different file.
 */
function longerPaths(facts: readonly Fact[]): Map<Fact, Fact[]> {
  const byPart = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.kind !== 'path') continue;
    for (const part of pathParts(fact.value)) {
      const known = byPart.get(part);
      if (known === undefined) byPart.set(part, [fact]);
      else known.push(fact);
    }
  }
  const longer = new Map<Fact, Fact[]>();
  for (const fact of facts) {
    if (fact.kind !== 'path' || fact.importance >= binding) continue;
    const paths = byPart.get(bare(fact.value))?.filter((path) => path.importance >= fact.importance);
    if (paths !== undefined && paths.length > 0) longer.set(fact, paths);
  }
  return longer;
}

/** Whether a path is part of one of these paths. Such a fact needs no line of its own. */
export function isPartOfPath(facts: readonly Fact[]): (fact: Fact) => boolean {
  const parts = new Set(facts.flatMap((fact) => (fact.kind === 'path' ? pathParts(fact.value) : [])));
  return (fact) => fact.kind === 'path' && parts.has(bare(fact.value));
}

const deepestPath = 24;

/** Every beginning and every end of a path, at its slashes, without the path itself. */
function pathParts(path: string): string[] {
  const whole = bare(path);
  const parts: string[] = [];
  for (let slash = whole.indexOf('/'); slash !== -1 && parts.length < deepestPath * 2; ) {
    const [beginning, end] = [whole.slice(0, slash), whole.slice(slash + 1)];
    if (beginning !== '') parts.push(beginning);
    if (end !== '') parts.push(end);
    slash = whole.indexOf('/', slash + 1);
  }
  return parts;
}

function bare(path: string): string {
  return path.replace(/^\.\//, '').replace(/(?<=.)\/$/, '');
}

function rank(facts: readonly Fact[]): Fact[] {
  const tiers = new Map<number, Fact[]>();
  for (const fact of facts) {
    const tier = Math.floor(fact.importance / tierWidth);
    const group = tiers.get(tier);
    if (group === undefined) tiers.set(tier, [fact]);
    else group.push(fact);
  }
  return [...tiers.keys()]
    .sort((a, b) => b - a)
    .flatMap((tier) =>
      fromBothEnds(
        tiers.get(tier)!.sort((a, b) => a.seq - b.seq || b.importance - a.importance || compare(a, b)),
      ),
    );
}

function fromBothEnds(facts: readonly Fact[]): Fact[] {
  const ordered: Fact[] = [];
  for (let first = 0, last = facts.length - 1; first <= last; first += 1, last -= 1) {
    ordered.push(facts[first]!);
    if (last > first) ordered.push(facts[last]!);
  }
  return ordered;
}

function compare(a: Fact, b: Fact): number {
  return a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

/** Compact lines, grouped by kind. Facts contained in the prose are left out. */
export function renderLedger(facts: readonly Fact[]): string {
  const lines: string[] = [];
  for (const kind of factKinds) {
    const group = facts.filter((fact) => fact.kind === kind && fact.inProse !== true);
    if (group.length === 0) continue;
    if (sentences.has(kind))
      lines.push(`${headings[kind]}:`, ...group.map((fact) => `- ${renderFact(fact)}`));
    else lines.push(`${headings[kind]}: ${group.map(renderFact).join('; ')}`);
  }
  return lines.join('\n');
}

function renderFact({ kind, value, at, subject, context, valueHistory }: Fact): string {
  const relative = kind === 'date' && !/\d/.test(value) && at !== '';
  const line = value.replace(/\s*\n\s*/g, ' ') + (relative ? `, said ${at.slice(0, 10)}` : '');
  const labelled =
    subject !== undefined ? `${subject} = ${line}` : context !== undefined ? `${line} (${context})` : line;
  const before = valueHistory?.slice(0, 2).map((entry) => entry.value.replace(/\s*\n\s*/g, ' '));
  return before === undefined || before.length === 0
    ? labelled
    : `${labelled} (was ${before.join(', before that ')})`;
}
