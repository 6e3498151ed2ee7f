/**
 * Reads requests, calls and results of recorded sessions directly from the clients' JSON, and derives what a hand-off
 * must contain. The code is independent of the product, so that gaps in the product's reader show.
 */
import { readFileSync } from 'node:fs';

export type RawCall = {
  name: string;
  input: Record<string, unknown> | string;
  output: string;
  failed: boolean;
};
export type RawEvent = { text: string; by: 'user' | 'assistant' } | RawCall;

/** What a hand-off of the session must contain. */
export type Expected = {
  requests: string[];
  files: string[];
  /** The last command of each kind, and whether the client marked it as failed. */
  outcomes: { command: string; failed: boolean }[];
  commits: string[];
  open: string[];
  /** Whether there are changes without a commit after them. */
  uncommitted: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: the clients' JSON is read as it comes.
type Entry = Record<string, any>;

export function readRawSession(file: string): RawEvent[] {
  const text = readFileSync(file, 'utf8');
  const entries: Entry[] = file.endsWith('.json')
    ? ((JSON.parse(text) as Entry).messages ?? [])
    : text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Entry]));
  return eventsOf(entries);
}

export function eventsOf(entries: readonly Entry[]): RawEvent[] {
  const events: RawEvent[] = [];
  const calls = new Map<string, RawCall>();
  const call = (id: string, name: string, input: RawCall['input']) => {
    const rawCall: RawCall = { name, input, output: '', failed: false };
    calls.set(id, rawCall);
    events.push(rawCall);
  };
  const answer = (id: string, output: unknown, failed: boolean) => {
    const rawCall = calls.get(id);
    if (rawCall !== undefined) Object.assign(rawCall, { output: plain(output), failed });
  };
  for (const entry of entries) {
    if (entry.isSidechain || entry.isMeta || entry.isCompactSummary) continue;
    const message = entry.message ?? entry.payload ?? entry;
    const role = message.role ?? entry.type;
    const content = message.content;
    const texts: Entry[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
    if (message.type === 'function_call' || message.type === 'custom_tool_call')
      call(message.call_id, message.name, parsed(message.arguments ?? message.input));
    else if (message.type === 'function_call_output' || message.type === 'custom_tool_call_output')
      answer(message.call_id, message.output, /"exit_code":[1-9]/.test(String(message.output)));
    else if (role === 'toolResult') answer(message.toolCallId, content, message.isError === true);
    else if (entry.type !== 'event_msg') {
      for (const part of texts) {
        if (part.type === 'tool_use') call(part.id, part.name, part.input);
        else if (part.type === 'toolCall') call(part.id, part.name, part.arguments);
        else if (part.type === 'tool_result') answer(part.tool_use_id, part.content, part.is_error === true);
        else if (
          typeof part.text === 'string' &&
          (role === 'user' || role === 'assistant' || role === 'gemini')
        )
          events.push({ text: part.text, by: role === 'user' ? 'user' : 'assistant' });
      }
      for (const toolCall of message.toolCalls ?? []) {
        call(toolCall.id, toolCall.name, toolCall.args);
        answer(toolCall.id, toolCall.resultDisplay ?? toolCall.result, toolCall.status === 'error');
      }
    }
  }
  return events;
}

function parsed(input: unknown): RawCall['input'] {
  if (typeof input !== 'string') return (input ?? {}) as Record<string, unknown>;
  try {
    return JSON.parse(input) as Record<string, unknown>;
  } catch {
    return input;
  }
}

function plain(output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.map((part) => (part as Entry)?.text ?? '').join('\n');
  return JSON.stringify(output ?? '');
}

/** Beginnings of messages that a client, not a person, wrote. */
const machine =
  /^\s*(?:<|\[Request interrupted|Caveat:|This session is being continued|\/\w*\s*$|# (?:AGENTS|Context))/;

export function expectedOf(events: readonly RawEvent[]): Expected {
  const files = new Map<string, number>();
  const outcomes = new Map<string, Expected['outcomes'][number]>();
  const commits: string[] = [];
  let open: string[] = [];
  let committed = -1;
  for (const [index, event] of events.entries()) {
    if ('text' in event) continue;
    const { name, input, output, failed } = event;
    const record: Record<string, unknown> = typeof input === 'string' ? {} : input;
    const patch = typeof input === 'string' ? input : '';
    if (!failed) {
      for (const [, path] of patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm))
        files.set(path!, index);
      const path = record.file_path ?? record.path;
      if (/^(?:write|edit|multiedit|write_file|replace)$/i.test(name) && typeof path === 'string')
        files.set(path, index);
    }
    const items = (record.todos ?? record.plan) as
      | { content?: string; step?: string; status?: string }[]
      | undefined;
    if (Array.isArray(items))
      open = items
        .filter(({ status }) => status !== 'completed')
        .map(({ content, step }) => content ?? step ?? '');
    const command = Array.isArray(record.command) ? record.command.join(' ') : record.command;
    if (typeof command !== 'string') continue;
    for (const [kind, pattern] of kinds) {
      const match = pattern.exec(command);
      if (match !== null) outcomes.set(kind, { command: match[0].trim(), failed });
    }
    const hash = /git commit/.test(command)
      ? /^\[\S+(?: \([^)]*\))? ([0-9a-f]{7,})\]/m.exec(output)?.[1]
      : undefined;
    if (hash !== undefined) {
      commits.push(hash);
      committed = index;
    }
  }
  return {
    requests: events.flatMap((event) =>
      'text' in event && event.by === 'user' && !machine.test(event.text) ? [event.text] : [],
    ),
    files: [...files.keys()],
    outcomes: [...outcomes.values()],
    commits,
    open: open.filter((text) => text !== ''),
    uncommitted: [...files.values()].some((index) => index > committed),
  };
}

/** Well-known commands by purpose. */
const kinds: [kind: string, pattern: RegExp][] = [
  [
    'test',
    /(?:npm (?:run )?test|npx vitest|pytest|cargo test|go test|make test|ctest|mix test|npm run check)\b/,
  ],
  [
    'build',
    /(?:npm run build|cargo build|make -j\S*|(?:pdflatex|gcc|nvcc)(?: [^\s&|;]+)+|go build|mix compile)/,
  ],
];
