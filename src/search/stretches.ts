/** Divides candidates into stretches of conversation, and applies the dates of headings to the messages after them. */
import type { Message } from '../message/message.ts';
import type { Candidate } from './candidates.ts';

/** A date at the beginning of a message also applies to the messages after it, until the next date or a pause. */
export function underHeadings(candidates: Candidate[]): Candidate[] {
  let heading: Candidate | undefined;
  for (const candidate of candidates) {
    const { message, analysis } = candidate;
    if (analysis.heading.at !== undefined) heading = candidate;
    else if (heading && follows(heading.message, message)) candidate.at = heading.at;
    else heading = undefined;
  }
  return candidates;
}

function follows(heading: Message, message: Message): boolean {
  return (
    message.threadId === heading.threadId &&
    message.seq - heading.seq <= farApart &&
    Math.abs(Date.parse(message.createdAt) - Date.parse(heading.createdAt)) <= pauseMs
  );
}

/** A pause this long ends a stretch of conversation. */
const pauseMs = 2 * 3_600_000;
/** Messages this far apart are not in one stretch, because those between them were not read. */
const farApart = 60;

export function withStretches(candidates: Candidate[]): Candidate[] {
  let stretch = 0;
  candidates.forEach((candidate, index) => {
    const previous = candidates[index - 1];
    if (previous && !continues(previous, candidate)) stretch += 1;
    candidate.stretch = stretch;
  });
  return candidates;
}

function continues(previous: Candidate, candidate: Candidate): boolean {
  return (
    previous.message.threadId === candidate.message.threadId &&
    candidate.message.seq - previous.message.seq <= farApart &&
    Math.abs(candidate.at - previous.at) <= pauseMs
  );
}
