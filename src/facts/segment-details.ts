/** What a segment of the `session` design contains besides its narrative: decisions, files, tools, topics. */
import type { Json, Part } from '../message/message.ts';
import type { SegmentDetails } from '../records/summary.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { splitSentences } from '../text/sentences.ts';
import { readStatements } from './read-statements.ts';
import { normalizeText, splitLines, withoutListMark } from './text.ts';
import { readToolActivity, type ToolMessage } from './tool-activity.ts';
import { findTopics, mergeTopics } from './topics.ts';

const mostDecisions = 5;
/** Most paths kept for a range: some of the first ones, and above all the last ones. */
const mostFiles = 500;
const firstFiles = 100;
const notableUses = 3;
const longestBlock = 100_000;

export function segmentDetails(
  messages: readonly ToolMessage[],
  { redact = createRedactor().redact }: { redact?: (text: string) => string } = {},
): SegmentDetails {
  const { filesModified, toolsUsed, commandsRun } = readToolActivity(messages, { redact });
  const talk = messages
    .filter((message) => message.role === 'user' || message.role === 'assistant')
    .map((message) => ({
      weight: message.role === 'user' ? 2 : 1,
      text: redact(
        message.parts
          .map((part) => (part.type === 'text' ? part.text.slice(0, longestBlock) : ''))
          .join('\n'),
      ),
    }));
  return {
    keyDecisions: findDecisions(messages, redact),
    filesModified,
    toolsUsed,
    commandsRun,
    topics: findTopics(talk),
  };
}

/** Merges two neighbouring segments, the earlier first. */
export function mergeSegmentDetails(earlier: SegmentDetails, later: SegmentDetails): SegmentDetails {
  const tools = new Map(earlier.toolsUsed.map((tool) => [tool.name, tool]));
  for (const tool of later.toolsUsed) {
    const known = tools.get(tool.name);
    tools.set(tool.name, {
      name: tool.name,
      count: (known?.count ?? 0) + tool.count,
      notable: [...new Set([...(known?.notable ?? []), ...tool.notable])].slice(0, notableUses),
    });
  }
  const decisions = [...new Set([...earlier.keyDecisions, ...later.keyDecisions])];
  return {
    // The first decisions set the course, the last ones hold now.
    keyDecisions:
      decisions.length <= mostDecisions
        ? decisions
        : [...decisions.slice(0, 2), ...decisions.slice(-(mostDecisions - 2))],
    filesModified: ends([...new Set([...earlier.filesModified, ...later.filesModified])]),
    toolsUsed: [...tools.values()].sort((a, b) => b.count - a.count),
    commandsRun: earlier.commandsRun + later.commandsRun,
    topics: mergeTopics(earlier.topics, later.topics),
  };
}

function ends(files: string[]): string[] {
  if (files.length <= mostFiles) return files;
  return [...files.slice(0, firstFiles), ...files.slice(-(mostFiles - firstFiles))];
}

const roleWeight: { [role: string]: number } = { user: 3, assistant: 2, system: 1 };
const firm = /\b(?:decided|agreed|decision|chose|chosen|settled on|approved|final)\b/i;

/** The firmest decisions of the speakers, in order. Tool output is not said by anybody. */
function findDecisions(messages: readonly ToolMessage[], redact: (text: string) => string): string[] {
  const found = new Map<string, { text: string; order: number; score: number }>();
  for (const { role, text } of statedDecisions(messages, redact)) {
    const key = normalizeText(text);
    const known = found.get(key);
    const score = (roleWeight[role] ?? 1) + (firm.test(text) ? 2 : 0);
    found.set(key, {
      text,
      order: known?.order ?? found.size,
      score: Math.max(score, (known?.score ?? -1) + 1),
    });
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || b.order - a.order)
    .slice(0, mostDecisions)
    .sort((a, b) => a.order - b.order)
    .map(({ text }) => text);
}

function* statedDecisions(messages: readonly ToolMessage[], redact: (text: string) => string) {
  for (const { role, parts } of messages) {
    if (role === 'tool') continue;
    const texts = parts.flatMap(blockTexts).map((text) => redact(text.slice(0, longestBlock)));
    const lines = texts.flatMap(splitLines).filter(({ code, text }) => !code && text.length <= 4_000);
    for (const sentence of lines.flatMap((line) => splitSentences(withoutListMark(line)))) {
      const decision = readStatements(sentence, role).find(({ kind }) => kind === 'decision');
      if (decision !== undefined) yield { role, text: decision.value };
    }
  }
}

function blockTexts(part: Part): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text];
    case 'tool-call':
      return proseOf(part.input);
    default:
      return [];
  }
}

/** Thoughts, plans and notes passed to tools. File contents and commands are not said by anybody. */
function proseOf(input: Json): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return ['thought', 'text', 'plan', 'explanation', 'summary', 'message', 'note', 'description', 'reason']
    .map((key) => input[key])
    .filter((value) => typeof value === 'string');
}
