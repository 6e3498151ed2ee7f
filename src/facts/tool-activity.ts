/**
 * What tools did, read from the calls themselves: files written, commands run, tools used. tool-call.ts reads
 * the calls. An unknown tool is counted, but no file is guessed from it.
 */
import type { MessageContent } from '../message/message.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { doneEffects } from './failed-effects.ts';
import { changedPaths } from './patch.ts';
import { textOfOutput } from './read-tools.ts';
import { saysDeclined, saysRefused } from './refused-call.ts';
import { withSpokenCalls } from './spoken/spoken-calls.ts';
import { readToolCall } from './tool-call.ts';

export type ToolMessage = Pick<MessageContent, 'role' | 'parts'> & { seq: number };

export type ToolActivity = {
  filesModified: string[];
  toolsUsed: { name: string; count: number; notable: string[] }[];
  commandsRun: number;
  /** Without repetitions, in the order of their first run. */
  commands: string[];
};

const notableUses = 3;

export function readToolActivity(
  messages: readonly ToolMessage[],
  { redact = createRedactor().redact }: { redact?: (text: string) => string } = {},
): ToolActivity {
  // What the user ran is shown in the user's message.
  const acting = withSpokenCalls(messages).filter(({ role }) => role !== 'user');
  const failed = new Set<string>();
  const outputs = new Map<string, string>();
  for (const { parts } of acting) {
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      const output = textOfOutput(part.output);
      outputs.set(part.callId, output);
      if (part.isError === true || saysRefused(output) || exitedBadly(output)) failed.add(part.callId);
    }
  }
  const filesModified = new Set<string>();
  const commands = new Set<string>();
  const tools = new Map<string, { count: number; notes: Map<string, number> }>();
  let commandsRun = 0;
  for (const { parts } of acting) {
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      const reading = readToolCall(part);
      const tool = tools.get(part.name) ?? { count: 0, notes: new Map<string, number>() };
      tools.set(part.name, tool);
      tool.count += 1;
      if (reading.note !== undefined) {
        const note = redact(reading.note);
        tool.notes.set(note, (tool.notes.get(note) ?? 0) + 1);
      }
      if (reading.command !== undefined) {
        commandsRun += 1;
        commands.add(redact(reading.command));
      }
      // A refused edit changed nothing, but a failed command line may have written something before it failed.
      if (failed.has(part.callId) && reading.command === undefined) continue;
      const output = outputs.get(part.callId);
      // What nobody answered may never have run, unless the messages have no answers at all.
      if (output === undefined ? outputs.size > 0 : saysDeclined(output)) continue;
      const hasFailed = failed.has(part.callId);
      const files =
        reading.steps.length === 0
          ? reading.filesModified
          : changedPaths(doneEffects(reading.steps, output ?? '', { hasFailed }));
      for (const file of files) filesModified.add(redact(file));
    }
  }
  return {
    filesModified: [...filesModified],
    toolsUsed: Array.from(tools, ([name, { count, notes }]) => ({
      name,
      count,
      notable: mostUsed(notes),
    })).sort((a, b) => b.count - a.count),
    commandsRun,
    commands: [...commands],
  };
}

/** `Exit code 1`, `Command exited with code 2`: some clients write it before or behind the output. */
function exitedBadly(output: string): boolean {
  const ends = `${output.slice(0, 300)}\n${output.slice(-300)}`;
  return /^\W{0,3}(?:(?:command|process|script|shell)\b.{0,20})?exit(?:ed)?(?: with)?(?: status| code)*\s?[:=]?\s{0,2}(?:code )?[1-9]\d{0,2}\W{0,3}$/im.test(
    ends,
  );
}

function mostUsed(notes: ReadonlyMap<string, number>): string[] {
  return Array.from(notes)
    .sort((a, b) => b[1] - a[1])
    .slice(0, notableUses)
    .map(([note]) => note);
}
