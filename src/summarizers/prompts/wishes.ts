/** Additions to a prompt for a single request: a focus, a detail, and that it is one of several parts. */
import type { SummaryDetail, SummaryWishes } from '../../records/summary.ts';
import type { SummaryRequest } from '../../summarizer.ts';
import { asLine } from '../transcript-text.ts';

const details: { [detail in SummaryDetail]: string } = {
  short: 'Be brief: only what is needed to go on. Leave out how things were found.',
  medium: '',
  detailed:
    'Be thorough: give the reasons, what was tried and ruled out, and the exact figures and names of each result.',
};

export function wishes({ focus, detail = 'medium' }: SummaryWishes): string {
  const asked =
    focus === undefined
      ? ''
      : `The reader cares most about this: "${asLine(focus)}". Give it most of the words, with all its details, and tell the rest in a sentence or two. Rules of the user, decisions and what is open stay, whatever they are about.`;
  return [asked, details[detail]].filter((text) => text !== '').join('\n\n');
}

export function partNote({ part }: Pick<SummaryRequest, 'part'>): string {
  if (part === undefined) return '';
  return 'What you read is one part of a longer stretch. Its other parts are read apart from this one, and all of them are merged afterwards. What came before it stands between the tags <came_before>: understand the part by it, and do not tell it again. The part may begin or end in the middle of something: tell what is there, and do not complete it. Name people and things by name: your reader has no other part at hand.';
}
