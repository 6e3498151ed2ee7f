/** Calls of tools that stand for one command of git: `git_add`, `git_commit`. */

import type { CallReading } from '../facts/tool-call.ts';
import { isRecord, stringsAt } from '../facts/tool-input.ts';
import type { GitEvent } from './git.ts';

const longestSubject = 160;
const subjectKeys = ['message', 'commit_message', 'commitMessage', 'subject', 'title'];
const pathKeys = ['files', 'paths', 'file_paths'];

/** `name`: the whole name of the tool, because `mcp__git__commit` says only in front that it is git's. */
export function readGitTool(
  name: string,
  { words, input, command }: Pick<CallReading, 'words' | 'input' | 'command'>,
  output: string,
): GitEvent[] {
  if (command !== undefined || !isRecord(input) || !/(?:^|[^a-z])git(?:[^a-z]|$)/i.test(name)) return [];
  if (words.includes('add') || words.includes('stage')) {
    const rawPaths = pathKeys.map((key) => input[key]).find((value) => value !== undefined);
    const paths = Array.isArray(rawPaths) ? rawPaths.filter((path) => typeof path === 'string') : [];
    const all = paths.length === 0 || paths.some((path) => /^(?:\.|-A|\*)$/.test(path));
    return [{ kind: 'stage', paths: all ? null : paths }];
  }
  if (!words.includes('commit')) return [];
  const [message] = stringsAt(input, subjectKeys);
  if (message === undefined) return [];
  const hash = /\b[0-9a-f]{7,40}\b/.exec(output.replaceAll(message, ''))?.[0];
  const subject = message.trim().split('\n', 1)[0]!.slice(0, longestSubject);
  return [{ kind: 'commit', subject, all: false, ...(hash !== undefined && { hash }) }];
}
