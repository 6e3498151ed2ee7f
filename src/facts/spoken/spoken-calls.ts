/**
 * Calls that stand in the text of a conversation, for clients whose models have no tools: edits in marks, patches, calls
 * as elements, and commands that the user ran and shows. They become parts of their messages like the calls of other
 * clients, and leave the text. What the next message of the user reports about them is their result.
 */
import type {
  JsonObject,
  MessageContent,
  Part,
  ToolCallPart,
  ToolResultPart,
} from '../../message/message.ts';
import { type EditBlock, readEditBlocks } from './edit-blocks.ts';
import { readElementAnswers, readElementCalls } from './element-calls.ts';
import { readPastedRuns } from './pasted-runs.ts';

type Spoken = Pick<MessageContent, 'role' | 'parts'> & { seq: number };
type Cut = { start: number; end: number /** What stays of it in the text. */; text?: string };

const longestRead = 200_000;
/** What such clients add about the editor to every message. */
const environment = /^<environment_details>[\s\S]*?(?:<\/environment_details>|$(?![\s\S]))/gm;
/** Calls whose text is said to the user. */
const saying = ['result', 'question', 'response'] as const;
/** A client reports to its model, in the user's place, which edits could not be made. */
const editReport =
  /^\W{0,4}(?:\d{1,3} )?(?:SEARCH\/REPLACE|(?:search|edit|diff|patch|hunk)\w* (?:blocks?|hunks?|failed))\b/i;
const reportsFailure = /\b(?:fail(?:ed|s)?|not|no match|could(?: not|n['’]t)|missing|mismatch)\b/i;

/**
 * The messages with the calls in their text as parts. Messages without such calls are returned as they are. Without
 * `outputs`, what was answered is left out, and so are terminals among the words of the user.
 */
export function withSpokenCalls<One extends Spoken>(
  messages: readonly One[],
  { outputs = true }: { outputs?: boolean } = {},
): One[] {
  const shown = [...messages];
  const speaksElements = messages.some(
    (message) => message.role === 'user' && /^\[[a-z_]{3,40}[ \]][^\n]*Result:/m.test(textOf(message)),
  );
  for (const [place, message] of messages.entries()) {
    const read =
      message.role === 'assistant'
        ? readAssistant(message, { next: messages[place + 1], speaksElements })
        : message.role === 'user'
          ? readUser(message, { speaksElements, keepsRuns: outputs })
          : message;
    shown[place] = read === message || outputs ? read : withoutOutputs(read);
  }
  return shown;
}

function withoutOutputs<One extends Spoken>(message: One): One {
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'tool-result') };
}

/** The words of the user, with what the user ran, and without what the client reports in the user's place. */
function readUser<One extends Spoken>(
  message: One,
  { speaksElements, keepsRuns }: { speaksElements: boolean; keepsRuns: boolean },
): One {
  const text = textOf(message);
  if (reportsEdits(text)) return rewritten(message, [{ start: 0, end: text.length }], []);
  const answers = text.includes('] Result:') ? readElementAnswers(text) : [];
  const runs = answers.length > 0 ? [] : readPastedRuns(text);
  const surroundings = speaksElements ? [...text.matchAll(environment)] : [];
  if (answers.length + runs.length + surroundings.length === 0) return message;
  const parts = runs.flatMap(({ command, output }, index) =>
    exchange(`run ${message.seq} ${index}`, 'run_command', { command }, { output }),
  );
  const around = surroundings.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  // Who pastes a terminal without a word asks about it.
  const cutRuns = runs.filter(({ isReport }) => !keepsRuns || isReport);
  return rewritten(message, [...answers, ...around, ...cutRuns], parts);
}

function reportsEdits(text: string): boolean {
  return editReport.test(text.slice(0, 200)) && reportsFailure.test(text.slice(0, 400));
}

/** The calls in one text of the assistant, with the client's answers in the message behind it. */
function readAssistant<One extends Spoken>(
  message: One,
  { next, speaksElements }: { next: One | undefined; speaksElements: boolean },
): One {
  const text = textOf(message);
  const reply = next?.role === 'user' ? textOf(next) : '';
  const blocks = readEditBlocks(text);
  const answers = reply.includes('] Result:') ? readElementAnswers(reply) : [];
  const answered = new Set(answers.map(({ name }) => name));
  const calls = speaksElements
    ? readElementCalls(text, ({ name, input }) => answered.has(name) || saidIn(input) !== undefined)
    : [];
  if (blocks.length === 0 && calls.length === 0) return message;
  const unread = [...answers];
  const cuts: Cut[] = [];
  const parts: Part[] = [];
  for (const { start, end, name, input } of calls) {
    const said = saidIn(input);
    cuts.push({ start, end, ...(said !== undefined && { text: said }) });
    const index = unread.findIndex((one) => one.name === name);
    const [answered] = index === -1 ? [] : unread.splice(index, 1);
    if (said === undefined) parts.push(...exchange(`element ${message.seq} ${start}`, name, input, answered));
  }
  const refused = reportsEdits(reply) ? refusedBlocks(reply, blocks) : new Set<EditBlock>();
  for (const block of blocks) {
    if (cuts.some(({ start, end }) => block.start < end && block.end > start)) continue;
    cuts.push(block);
    if (block.isCut) continue;
    const { name, input } = callOf(block);
    const result = refused.has(block)
      ? { output: 'The edit failed.', isError: true }
      : { output: 'Applied.' };
    parts.push(...exchange(`edit ${message.seq} ${block.start}`, name, input, result));
  }
  return rewritten(message, cuts, parts);
}

function saidIn(input: JsonObject): string | undefined {
  return saying.map((key) => input[key]).find((value): value is string => typeof value === 'string');
}

function callOf({ path, before, after, patch }: EditBlock): Pick<ToolCallPart, 'name' | 'input'> {
  if (patch !== undefined) return { name: 'apply_patch', input: { patch } };
  return before.trim() === ''
    ? { name: 'write_file', input: { path, content: after } }
    : { name: 'edit_file', input: { path, old_text: before, new_text: after } };
}

/** The blocks whose file a line of the report names as failed, the last ones first; all if it names none. */
function refusedBlocks(reply: string, blocks: readonly EditBlock[]): Set<EditBlock> {
  const lines = reply.split('\n').filter((line) => reportsFailure.test(line));
  const refused = new Set<EditBlock>();
  for (const line of lines) {
    const block = blocks.find((one) => line.includes(one.path) && !refused.has(one));
    if (block !== undefined) refused.add(block);
  }
  return refused.size === 0 ? new Set(blocks) : refused;
}

function exchange(
  callId: string,
  name: string,
  input: ToolCallPart['input'],
  result: Pick<ToolResultPart, 'output' | 'isError'> | undefined,
): Part[] {
  const call: Part = { type: 'tool-call', callId, name, input };
  if (result === undefined) return [call];
  const { output, isError } = result;
  return [call, { type: 'tool-result', callId, output, ...(isError !== undefined && { isError }) }];
}

function textOf({ parts }: Spoken): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .slice(0, longestRead);
}

/** The message with its text as one part without the cuts, and further parts behind it. */
function rewritten<One extends Spoken>(message: One, cuts: readonly Cut[], added: readonly Part[]): One {
  const text = textOf(message);
  let kept = '';
  let from = 0;
  for (const { start, end, text: said = '' } of cuts.toSorted((a, b) => a.start - b.start)) {
    kept += `${text.slice(from, start)}${said}`;
    from = end;
  }
  kept = (kept + text.slice(from)).replace(/\n{3,}/g, '\n\n').trim();
  const others = message.parts.filter((part) => part.type !== 'text');
  return {
    ...message,
    parts: [...(kept === '' ? [] : [{ type: 'text' as const, text: kept }]), ...others, ...added],
  };
}
