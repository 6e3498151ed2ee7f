/**
 * Finds out what of a prompt the thread already holds. Pure: the end of the log and the keys of the prompt in, how many
 * messages are known and which stored ones the client took back out.
 *
 * `history`: the client sends the conversation as it has it, whole or its newest part. Only the end decides: changes to
 * older messages (a client that prunes them, say) don't count, because the log has them as they were. Where the
 * conversation ends differently than the log, the client edited or asked again, and what the log has beyond is taken
 * back, but only when enough matches before it to be sure. Where nothing matches, everything is new.
 *
 * `append`: the client sends new messages only, and in a tool loop those of this call again.
 */

/** A message of the log's end. Ones without content are not among them, for nobody sends them again. */
export type LoggedMessage = {
  seq: number;
  key: string;
  /** Set for an answer that was broken off: a client may have more of it, less, or nothing. */
  interruptedText?: string;
};

export type PromptKeys = {
  length: number;
  /** Computed when asked for: a long prompt is mostly known. */
  keyAt(index: number): string;
  /** What the assistant said there; undefined where somebody else speaks. */
  assistantTextAt(index: number): string | undefined;
};

export type Alignment = {
  /** So many messages of the prompt, from its start, are in the log. */
  known: number;
  /** Numbers of stored messages that the client no longer has. */
  takenBack: number[];
};

/** So many equal messages in a row are no accident. */
export const certainRun = 24;
/** A prompt that is only a part of the conversation must have at least so much in common with the log to take something back. */
const leastRun = 2;

type Match = {
  known: number;
  /** Index in the log of the last message that both have. */
  at: number;
  run: number;
  certain: boolean;
};

export function alignHistory(options: {
  /** Oldest first. */
  log: readonly LoggedMessage[];
  /** Messages of the thread before `log[0]`. */
  before: number;
  prompt: PromptKeys;
}): Alignment {
  const { log, before, prompt } = options;
  let partial: Match | undefined;
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const match = bestMatch(at);
    if (match === undefined) continue;
    const beyond = log.slice(at + 1);
    // A client that goes on without a broken answer has not taken it back: it was never given it.
    const goesOn = match.known < prompt.length;
    const takenBack = beyond.filter(({ interruptedText }) => interruptedText === undefined || !goesOn);
    if (takenBack.length === 0) {
      if (match.certain) return { known: match.known, takenBack: [] };
      partial ??= match;
    } else if (match.certain) return { known: match.known, takenBack: takenBack.map(({ seq }) => seq) };
  }
  return { known: partial?.known ?? 0, takenBack: [] };

  /** The place in the prompt that this message of the log and most of those before it match. */
  function bestMatch(at: number): Match | undefined {
    // A client that sends everything has it at the same place: where words repeat, only that tells them apart.
    const samePlace = before + at + 1;
    if (samePlace <= prompt.length && isSame(log[at]!, prompt, samePlace - 1)) {
      const match = followBack(at, samePlace);
      if (match.certain) return match;
    }
    let best: Match | undefined;
    for (let known = prompt.length; known > 0; known -= 1) {
      if (!isSame(log[at]!, prompt, known - 1)) continue;
      const match = followBack(at, known);
      if (match.certain) return match;
      if (best === undefined || match.run > best.run) best = match;
    }
    return best;
  }

  function followBack(at: number, known: number): Match {
    let run = 0;
    let logIndex = at;
    let index = known - 1;
    while (logIndex >= 0 && index >= 0 && run < certainRun) {
      if (isSame(log[logIndex]!, prompt, index)) {
        run += 1;
        index -= 1;
      } else if (log[logIndex]!.interruptedText === undefined) break;
      logIndex -= 1;
    }
    const wholeLog = before === 0 && logIndex < 0;
    const wholePart = index < 0 && run >= leastRun;
    return { known, at, run, certain: run >= certainRun || wholeLog || wholePart };
  }
}

export function alignAppended({
  log,
  prompt,
}: {
  log: readonly LoggedMessage[];
  prompt: PromptKeys;
}): Alignment {
  const most = Math.min(log.length, prompt.length);
  for (let known = most; known > 0; known -= 1) {
    const start = log.length - known;
    let index = 0;
    while (index < known && isSame(log[start + index]!, prompt, index)) index += 1;
    if (index === known) return { known, takenBack: [] };
  }
  return { known: 0, takenBack: [] };
}

function isSame({ key, interruptedText }: LoggedMessage, prompt: PromptKeys, index: number): boolean {
  if (key === prompt.keyAt(index)) return true;
  if (interruptedText === undefined) return false;
  const text = prompt.assistantTextAt(index);
  if (text === undefined || text === '') return false;
  return text.startsWith(interruptedText) || interruptedText.startsWith(text);
}
