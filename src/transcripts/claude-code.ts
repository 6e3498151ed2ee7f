/**
 * Claude Code session files: one JSON object per line, with Anthropic messages inside. One answer of the API may be
 * spread over several lines with the same `message.id`, with results of its first calls in between; it becomes one
 * message again. Left out by default: side chains (sub-agents), meta lines, and the client's own summaries if the file
 * holds what they summarize. Always left out: notices, titles, file snapshots, failed calls.
 *
 * A summary at the beginning of a file stands for messages that exist nowhere else. It is kept as a message of the
 * assistant, because the user did not write it. A file that holds only side chains is the file of one sub-agent: there
 * they are the conversation.
 */
import { fromAnthropic } from '../message/anthropic.ts';
import type { AnthropicMessage } from '../message/anthropic-shapes.ts';
import { isObject, readObject, type Source } from '../message/provider-fields.ts';
import { createRecent } from './recent.ts';
import {
  type Collector,
  convertMessages,
  type Line,
  type LineReader,
  optional,
  readText,
  readTimeIn,
  readTimestamp,
  type TranscriptMessage,
  type TranscriptOptions,
} from './transcript.ts';

/** Further lines of an answer are expected within this many messages after its first line. */
const openMessages = 64;
const openCharacters = 16 * 1024 * 1024;
/** A resumed session may repeat lines. Repeats further apart than this are recognized by the store, by their ids. */
const rememberedLines = 50_000;
/**
 * A file that begins with this many lines of side chains is taken for a sub-agent's file; before that, lines of the
 * main session may still follow.
 */
const undecidedLines = 2_000;
const rememberedChains = 64;

export function createClaudeCodeReader(out: Collector, sample: readonly Source[]): LineReader {
  const { options } = out;
  const seen = createRecent(rememberedLines);
  const id = sample.map((line) => readText(line.sessionId)).find((session) => session !== undefined);
  /** Side-chain lines before any other line; undefined once the kind of file is known. */
  let undecided: Line[] | undefined = [];
  let main: Chain | undefined;
  let started = false;
  const sides = createSideChains(out, id);
  const titles = createTitles();
  let conversation: number | undefined;
  let project: string | undefined;

  const mainChain = (sidechain?: string): Chain => {
    conversation ??= out.conversation({
      format: 'claude-code',
      ...optional('id', id),
      ...optional('sidechain', sidechain),
    });
    main ??= createChain(out, conversation);
    return main;
  };
  const decide = (isAgent: boolean): void => {
    const held = undecided ?? [];
    undecided = undefined;
    const [first] = held;
    if (isAgent && first !== undefined) {
      const chain = mainChain(agentOf(first.value));
      for (const line of held) chain.add(line);
    } else {
      mainChain();
      for (const line of held) addSide(line);
    }
  };
  const addSide = (line: Line): void => {
    if (options.sidechains === true) sides.add(line);
    else out.skip('sidechain');
  };

  return {
    line(line) {
      const { value } = line;
      titles.add(value);
      project ??= readText(value.cwd);
      const kind = skippedKind(value, options, started) ?? repeated(value, seen);
      if (kind !== undefined) out.skip(kind);
      else if (value.isSidechain !== true) {
        if (undecided !== undefined) decide(false);
        started = true;
        mainChain().add(line);
      } else if (undecided !== undefined) {
        undecided.push(line);
        if (undecided.length >= undecidedLines) decide(true);
      } else if (started) addSide(line);
      else mainChain().add(line);
    },
    end() {
      if (undecided !== undefined) decide(undecided.length > 0);
      main?.end();
      sides.end();
      if (conversation === undefined) return;
      out.details(conversation, { ...optional('title', titles.best()), ...optional('project', project) });
    },
  };
}

/** Title of a session: given by the user, else by a model, else taken from its summary. The newest counts. */
function createTitles(): { add(line: Source): void; best(): string | undefined } {
  const found: { [type: string]: string | undefined } = {};
  return {
    add({ type, customTitle, aiTitle, summary }) {
      const title = { 'custom-title': customTitle, 'ai-title': aiTitle, summary }[String(type)];
      if (title !== undefined) found[String(type)] = readText(title) ?? found[String(type)];
    },
    best: () => found['custom-title'] ?? found['ai-title'] ?? found.summary,
  };
}

function skippedKind(
  line: Source,
  { meta, clientSummaries }: TranscriptOptions,
  started: boolean,
): string | undefined {
  if (line.type === 'system') return readText(line.subtype) ?? 'system';
  if (line.type !== 'user' && line.type !== 'assistant') return readText(line.type) ?? 'untyped';
  if (line.isMeta === true && meta !== true) return 'meta';
  if (line.isCompactSummary === true && started && clientSummaries !== true) return 'client-summary';
  return line.isApiErrorMessage === true ? 'api-error' : undefined;
}

function repeated(line: Source, seen: ReturnType<typeof createRecent>): string | undefined {
  const uuid = readText(line.uuid);
  if (uuid === undefined) return undefined;
  if (seen.has(uuid)) return 'repeated';
  seen.add(uuid);
  return undefined;
}

function agentOf(line: Source): string {
  return readText(line.agentId) ?? readText(line.uuid) ?? 'agent';
}

/** Lines that form one message. */
type Spoken = { lines: Line[]; answer: string | undefined };

type Chain = { add(line: Line): void; end(): void };

/** Holds back the newest messages while further lines of an answer among them may follow. */
function createChain(out: Collector, conversation: number): Chain {
  const open: Spoken[] = [];
  let characters = 0;

  const tell = ({ lines }: Spoken): void => {
    const place = `line ${lines[0]!.number}`;
    const said = lines.map(({ value }) => ({
      message: value.message,
      uuid: value.uuid,
      timestamp: value.timestamp ?? readTimeIn(value).createdAt,
      isCompactSummary: value.isCompactSummary,
    }));
    const messages = convertMessages({
      entry: { said },
      field: place,
      out,
      convert: (entry, field) => [toMessage(entry.said as Source[], field)],
    });
    for (const message of messages) {
      const grows = message.role === 'assistant' ? { firstParts: firstLineParts(lines[0]!) } : {};
      out.message({ conversation, message, place, ...grows });
    }
  };
  const tellFirst = (): void => {
    const first = open.shift()!;
    for (const line of first.lines) characters -= line.characters;
    tell(first);
  };

  return {
    add(line) {
      const { message } = line.value;
      const answer = isObject(message) && message.role === 'assistant' ? readText(message.id) : undefined;
      const known = answer === undefined ? undefined : open.find((spoken) => spoken.answer === answer);
      if (known !== undefined) known.lines.push(line);
      else open.push({ lines: [line], answer });
      characters += line.characters;
      while (open.length > 0 && open[0]!.answer === undefined) tellFirst();
      while (open.length > openMessages || (characters > openCharacters && open.length > 1)) tellFirst();
    },
    end() {
      while (open.length > 0) tellFirst();
    },
  };
}

/** The last line has the final usage and stop reason. */
function toMessage(lines: readonly Source[], field: string): TranscriptMessage {
  const messages = lines.map((line) => readObject(line.message, `${field}.message`));
  const joined =
    messages.length === 1
      ? messages[0]!
      : { ...messages.at(-1)!, content: messages.flatMap(({ content }) => asBlocks(content)) };
  const content = fromAnthropic(joined as unknown as AnthropicMessage, { field: `${field}.message` });
  const [first] = lines;
  return {
    ...content,
    ...(first!.isCompactSummary === true && { role: 'assistant' as const }),
    ...optional('id', readText(first!.uuid)),
    ...readTimestamp(first!.timestamp),
  };
}

function firstLineParts({ value }: Line): number {
  return isObject(value.message) ? asBlocks(value.message.content).length : 0;
}

function asBlocks(content: unknown): unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

/** Every line names the line before it; newer files also name the agent. */
function createSideChains(out: Collector, id: string | undefined): Chain {
  type Side = { chain: Chain; names: ReturnType<typeof createRecent> };
  const sides: Side[] = [];
  return {
    add(line) {
      const agent = readText(line.value.agentId);
      const parent = agent ?? readText(line.value.parentUuid);
      let side = parent === undefined ? undefined : sides.find(({ names }) => names.has(parent));
      if (side === undefined) {
        const sidechain = agentOf(line.value);
        const conversation = out.conversation({ format: 'claude-code', ...optional('id', id), sidechain });
        side = { chain: createChain(out, conversation), names: createRecent(rememberedChains) };
        if (sides.length >= rememberedChains) sides.shift()!.chain.end();
      } else sides.splice(sides.indexOf(side), 1);
      // The side chain used last moves to the end, so the first one has been silent for longest.
      sides.push(side);
      const uuid = readText(line.value.uuid);
      if (agent !== undefined) side.names.add(agent);
      else if (uuid !== undefined) side.names.add(uuid);
      side.chain.add(line);
    },
    end() {
      for (const { chain } of sides) chain.end();
    },
  };
}
