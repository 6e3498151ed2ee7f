/**
 * Finds out which part of a prompt the thread already holds. Pure: takes the end of the log and the keys of the prompt;
 * returns how many messages are known and which stored ones the client took back.
 *
 * `history`: the client sends the conversation as it has it, whole or its newest part. Only the end counts: a client
 * may change or drop older messages, and the log keeps them as they were. If the conversation ends differently from the
 * log, the client edited a message or asked again. Stored messages beyond that point are taken back, but only if enough
 * messages before it match. If nothing matches, everything is new.
 *
 * `append`: the client sends new messages only; in a tool loop it repeats those of this call.
 */

/** A message near the end of the log. Messages without content are left out, because no client sends them again. */
export type LoggedMessage = {
  seq: number;
  key: string;
  /** Text of an interrupted answer. The client may have more of it, less, or nothing. */
  interruptedText?: string;
};

export type PromptKeys = {
  length: number;
  /** Computed on demand, because most of a long prompt is already known. */
  keyAt(index: number): string;
  /** The assistant's text at this index; undefined for other roles. */
  assistantTextAt(index: number): string | undefined;
};

export type Alignment = {
  /** Number of messages, from the start of the prompt, that the log already holds. */
  known: number;
  /** Numbers of stored messages that the client no longer has. */
  takenBack: number[];
};

/** This many equal messages in a row cannot be a coincidence. */
export const certainRun = 24;
/**
 * A prompt that holds only part of the conversation must share at least this many messages with the log to take any
 * back.
 */
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
  /** Number of messages of the thread before `log[0]`. */
  before: number;
  prompt: PromptKeys;
}): Alignment {
  const { log, before, prompt } = options;
  let partial: Match | undefined;
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const match = bestMatch(at);
    if (match === undefined) continue;
    const beyond = log.slice(at + 1);
    // A client that continues without an interrupted answer did not take it back: it never received it.
    const goesOn = match.known < prompt.length;
    const takenBack = beyond.filter(({ interruptedText }) => interruptedText === undefined || !goesOn);
    if (takenBack.length === 0) {
      if (match.certain) return { known: match.known, takenBack: [] };
      partial ??= match;
    } else if (match.certain) return { known: match.known, takenBack: takenBack.map(({ seq }) => seq) };
  }
  return { known: partial?.known ?? 0, takenBack: [] };

  /** The position in the prompt whose messages match this message of the log, and most of those before it. */
  function bestMatch(at: number): Match | undefined {
    // A client that sends everything has the message at the same position. Where texts repeat, only the position tells
    // them apart.
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
