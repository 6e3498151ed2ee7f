/** What commands did to the repository: what was put into the index, committed, switched to and proposed. */
import { gitVerb, type ShellStep } from '../facts/shell.ts';
import type { Outcome } from './outcome.ts';

export type GitEvent =
  | { kind: 'stage' /** Null for everything. */; paths: string[] | null }
  | { kind: 'commit'; subject: string; hash?: string; branch?: string; all: boolean }
  | { kind: 'branch'; name: string }
  | { kind: 'pull'; text: string };

const longestSubject = 160;
/** `[main 1a2b3c4] Subject`, as git prints it. */
const committed = /^\[([^\s\]]{1,100})(?: \([^)]{1,40}\))? ([0-9a-f]{7,40})\] (.{1,300})$/m;
const everything = /^(?:-A|--all|\.|-u|--update|:\/|\*)$/;

export function readGit(steps: readonly ShellStep[], { ok, text }: Outcome): GitEvent[] {
  const events: GitEvent[] = [];
  for (const step of steps) {
    if (step.name === 'gh' && step.words[1] === 'pr') events.push(...pullOf(step, ok, text));
    if (step.name !== 'git') continue;
    const { verb, words } = gitVerb(step.words.slice(1).map((word) => ({ text: word })));
    const args = words.map((word) => word.text);
    if (verb === 'add' || verb === 'stage') {
      const all = args.some((word) => everything.test(word));
      events.push({ kind: 'stage', paths: all ? null : args.filter((word) => !word.startsWith('-')) });
    } else if (verb === 'commit' && ok !== false) events.push(commitOf(args, step, text));
    else if ((verb === 'checkout' || verb === 'switch') && ok !== false && !args.includes('--')) {
      const names = args.filter((word) => !word.startsWith('-'));
      const creates = args.some((word) => /^-(?:b|B|c|C)$/.test(word));
      if (names[0] !== undefined && (creates || names.length === 1) && !/[./]\w+$/.test(names[0]))
        events.push({ kind: 'branch', name: names[0] });
    }
  }
  const current = /^On branch (\S{1,100})$/m.exec(text)?.[1];
  if (current !== undefined && steps.some(({ name }) => name === 'git'))
    events.push({ kind: 'branch', name: current });
  return events;
}

function commitOf(args: readonly string[], step: ShellStep, text: string): GitEvent {
  const printed = committed.exec(text);
  const flag = args.findIndex((word) => /^-[a-z]*m$|^--message$/.test(word));
  const joined = args.find((word) => word.startsWith('--message='))?.slice('--message='.length);
  const given = joined ?? (flag === -1 ? undefined : args[flag + 1]) ?? '';
  // A message that is made by the shell (`$(cat <<EOF …)`) stands in the document.
  const message = /^\$\(/.test(given) ? (heredocIn(given) ?? step.documents[0] ?? '') : given;
  const subject = (printed?.[3] ?? message).trim().split('\n', 1)[0]!.slice(0, longestSubject);
  return {
    kind: 'commit',
    subject: subject === '' ? '(no message seen)' : subject,
    ...(printed !== null && { hash: printed[2]!, branch: printed[1]! }),
    all: args.some((word) => /^-[a-zA-Z]*a[a-zA-Z]*$|^--all$/.test(word) && word !== '--amend'),
  };
}

function heredocIn(text: string): string | undefined {
  return /<<-?\s?['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1/.exec(text)?.[2];
}

function pullOf({ words }: ShellStep, ok: boolean | null, text: string): GitEvent[] {
  const verb = words[2] ?? '';
  if (ok === false || !/^(?:create|merge|close|ready|reopen)$/.test(verb)) return [];
  const title = words[words.findIndex((word) => word === '--title' || word === '-t') + 1] ?? '';
  const url = /https?:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d+/.exec(text)?.[0];
  const number = words.slice(3).find((word) => /^#?\d+$/.test(word));
  const which = url ?? number ?? '';
  const named = verb === 'create' && title !== 'gh' && title !== '' ? `: ${title}` : '';
  return [{ kind: 'pull', text: `${verb} ${which}${named}`.trim().slice(0, 300) }];
}
