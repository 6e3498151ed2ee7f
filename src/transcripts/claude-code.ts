/**
 * Claude Code session files: one JSON object per line, with Anthropic messages inside. One answer of the API may be
 * spread over several lines with the same `message.id`, with results of its first calls in between; it becomes one
 * message again. Left out by default: side chains (sub-agents), meta lines, and the client's own summaries if the file
 * contains the messages that they summarize. Always left out: notices, titles, file snapshots, failed calls.
 *
 * A summary at the beginning of a file stands for messages that are in no file. It is kept as a message of the
 * assistant, because the user did not write it. A file that contains only side chains belongs to one sub-agent, and its
 * side chain is read as the conversation.
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

/** An answer is complete once this many messages have followed its first line, or once so many characters wait. */
const openMessages = 64;
const openCharacters = 16 * 1024 * 1024;
/** A resumed session may repeat lines. Repeats further apart than this are recognized by the store, by their ids. */
const rememberedLines = 50_000;
/**
 * A file that begins with this many lines of side chains is read as a sub-agent's file. After fewer lines, the main
 * session may still begin.
 */
const mostUndecidedLines = 2_000;
const rememberedChains = 64;

export function createClaudeCodeReader(out: Collector, sample: readonly Source[]): LineReader {
  const { options } = out;
  const recentIds = createRecent(rememberedLines);
  const id = sample.map((line) => readText(line.sessionId)).find((session) => session !== undefined);
  /** Side-chain lines before any other line; undefined once the kind of file is known. */
  let undecided: Line[] | undefined = [];
  let main: Chain | undefined;
  let hasStarted = false;
  const sideChains = createSideChains(out, id);
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
  const decideKind = (isAgent: boolean): void => {
    const linesSoFar = undecided ?? [];
    undecided = undefined;
    const [first] = linesSoFar;
    if (isAgent && first !== undefined) {
      const chain = mainChain(agentOf(first.value));
      for (const line of linesSoFar) chain.add(line);
    } else {
      mainChain();
      for (const line of linesSoFar) addSide(line);
    }
  };
  const addSide = (line: Line): void => {
    if (options.sidechains === true) sideChains.add(line);
    else out.skip('sidechain');
  };

  return {
    line(line) {
      const { value } = line;
      titles.add(value);
      project ??= readText(value.cwd);
      const kind = skippedKind(value, options, hasStarted) ?? repeated(value, recentIds);
      if (kind !== undefined) out.skip(kind);
      else if (value.isSidechain !== true) {
        if (undecided !== undefined) decideKind(false);
        hasStarted = true;
        mainChain().add(line);
      } else if (undecided !== undefined) {
        undecided.push(line);
        if (undecided.length >= mostUndecidedLines) decideKind(true);
      } else if (hasStarted) addSide(line);
      else mainChain().add(line);
    },
    end() {
      if (undecided !== undefined) decideKind(undecided.length > 0);
      main?.end();
      sideChains.end();
      if (conversation === undefined) return;
      out.details(conversation, { ...optional('title', titles.best()), ...optional('project', project) });
    },
  };
}

/** Title of a session: the user's, else a model's, else the session's summary. The newest of each kind is used. */
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
  hasStarted: boolean,
): string | undefined {
  if (line.type === 'system') return readText(line.subtype) ?? 'system';
  if (line.type !== 'user' && line.type !== 'assistant') return readText(line.type) ?? 'untyped';
  if (line.isMeta === true && meta !== true) return 'meta';
  if (line.isCompactSummary === true && hasStarted && clientSummaries !== true) return 'client-summary';
  return line.isApiErrorMessage === true ? 'api-error' : undefined;
}

function repeated(line: Source, recentIds: ReturnType<typeof createRecent>): string | undefined {
  const uuid = readText(line.uuid);
  if (uuid === undefined) return undefined;
  if (recentIds.has(uuid)) return 'repeated';
  recentIds.add(uuid);
  return undefined;
}

function agentOf(line: Source): string {
  return readText(line.agentId) ?? readText(line.uuid) ?? 'agent';
}

/** A message that further lines may still extend. `answer` is the id that lines of the same answer share. */
type OpenMessage = { lines: Line[]; answer: string | undefined };

type Chain = { add(line: Line): void; end(): void };

/** Emits messages in their order, the oldest as soon as no further line can belong to it. */
function createChain(out: Collector, conversation: number): Chain {
  const open: OpenMessage[] = [];
  let characters = 0;

  const emit = ({ lines }: OpenMessage): void => {
    const place = `line ${lines[0]!.number}`;
    const members = lines.map(({ value }) => ({
      message: value.message,
      uuid: value.uuid,
      timestamp: value.timestamp ?? readTimeIn(value).createdAt,
      isCompactSummary: value.isCompactSummary,
    }));
    const messages = convertMessages({
      entry: { said: members },
      field: place,
      out,
      convert: (entry, field) => [toMessage(entry.said as Source[], field)],
    });
    for (const message of messages) {
      const growth = message.role === 'assistant' ? { firstParts: firstLineParts(lines[0]!) } : {};
      out.message({ conversation, message, place, ...growth });
    }
  };
  const emitFirst = (): void => {
    const first = open.shift()!;
    for (const line of first.lines) characters -= line.characters;
    emit(first);
  };

  return {
    add(line) {
      const { message } = line.value;
      const answer = isObject(message) && message.role === 'assistant' ? readText(message.id) : undefined;
      const earlier = answer === undefined ? undefined : open.find((message) => message.answer === answer);
      if (earlier !== undefined) earlier.lines.push(line);
      else open.push({ lines: [line], answer });
      characters += line.characters;
      while (open.length > 0 && open[0]!.answer === undefined) emitFirst();
      while (open.length > openMessages || (characters > openCharacters && open.length > 1)) emitFirst();
    },
    end() {
      while (open.length > 0) emitFirst();
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

/** Assigns lines to side chains: every line names the line before it; newer files also name the agent. */
function createSideChains(out: Collector, id: string | undefined): Chain {
  type Side = { chain: Chain; names: ReturnType<typeof createRecent> };
  const sideChains: Side[] = [];
  return {
    add(line) {
      const agent = readText(line.value.agentId);
      const parent = agent ?? readText(line.value.parentUuid);
      let side = parent === undefined ? undefined : sideChains.find(({ names }) => names.has(parent));
      if (side === undefined) {
        const sidechain = agentOf(line.value);
        const conversation = out.conversation({ format: 'claude-code', ...optional('id', id), sidechain });
        side = { chain: createChain(out, conversation), names: createRecent(rememberedChains) };
        if (sideChains.length >= rememberedChains) sideChains.shift()!.chain.end();
      } else sideChains.splice(sideChains.indexOf(side), 1);
      // The side chain used last moves to the end, so that the first one is the least recently used.
      sideChains.push(side);
      const uuid = readText(line.value.uuid);
      if (agent !== undefined) side.names.add(agent);
      else if (uuid !== undefined) side.names.add(uuid);
      side.chain.add(line);
    },
    end() {
      for (const { chain } of sideChains) chain.end();
    },
  };
}
