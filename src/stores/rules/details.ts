/** Titles, owners and labels of threads: what is accepted, and how changes are merged. The same in every store. */
import { invalidInput } from '../../errors.ts';
import type { DetailsChange } from '../../records/thread-list.ts';
import type { ThreadDetails, ThreadState } from '../../records/thread-state.ts';
import { checkId } from './checks.ts';

export const detailLimits = { titleCharacters: 200, labelCharacters: 100, labels: 50 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/u;

/** A single line that can be shown anywhere. */
function isLine(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= longest &&
    value.isWellFormed() &&
    !control.test(value)
  );
}

export function checkDetails({ title, owner, labels }: DetailsChange): void {
  const { titleCharacters, labelCharacters } = detailLimits;
  if (title !== undefined && title !== null && !isLine(title, titleCharacters)) {
    throw invalidInput('title', `one line of 1 to ${titleCharacters} characters, or null`, title);
  }
  if (owner !== undefined && owner !== null) checkId('owner', owner);
  if (labels === undefined) return;
  const accepted = `a list of at most ${detailLimits.labels} labels, each one line of 1 to ${labelCharacters} characters`;
  const fits = Array.isArray(labels) && labels.length <= detailLimits.labels;
  if (!fits || !labels.every((label) => isLine(label, labelCharacters))) {
    throw invalidInput('labels', accepted, labels);
  }
}

export function changedDetails<State extends ThreadDetails>(
  state: State,
  change: DetailsChange,
  /** Source message of an automatic title; not set for a title given by somebody. */
  made?: { from: number },
): State {
  const { title, titleFrom, owner, labels, ...rest } = state;
  const given = change.title !== undefined;
  const names = change.labels === undefined ? labels : [...new Set(change.labels)].sort();
  const next: ThreadDetails = {
    ...present('title', given ? change.title : title),
    ...present('titleFrom', given ? (change.title === null ? null : made?.from) : titleFrom),
    ...present('owner', change.owner === undefined ? owner : change.owner),
    ...(names === undefined || names.length === 0 ? {} : { labels: names }),
  };
  return { ...rest, ...next } as State;
}

/** Removes a title that was made from one of these messages. */
export function withoutTitleFrom(state: ThreadState, seqs: readonly number[]): ThreadState {
  if (state.titleFrom === undefined || !seqs.includes(state.titleFrom)) return state;
  return changedDetails(state, { title: null });
}

function present<Name extends keyof ThreadDetails>(
  name: Name,
  value: ThreadDetails[Name] | null,
): Pick<ThreadDetails, Name> {
  return (value === undefined || value === null ? {} : { [name]: value }) as Pick<ThreadDetails, Name>;
}
