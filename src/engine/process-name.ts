/**
 * Names the process that holds a lease, so that another process on the same machine need not wait until the lease of a
 * killed one expires. Machines are told apart by name and, on Linux, by boot and process namespace: a process number
 * means nothing in another container.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

type ProcessState = { /** When it began, in ticks since the machine did. */ start: string; ended: boolean };

let own: { machine: string; start: string } | undefined;

function ownProcess(): { machine: string; start: string } {
  own ??= {
    machine: [
      hostname(),
      read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
      read(() => readlinkSync('/proc/self/ns/pid')),
    ].join(' '),
    start: stateOf('self')?.start ?? '',
  };
  return own;
}

/** A name for this process and one of its parts, such as an instance of the library. */
export function nameInProcess(part: string): string {
  const { machine, start } = ownProcess();
  return `${machine}/${process.pid}@${start}:${part}`;
}

/** True if the name is of a process on this machine that has surely ended. */
export function isOfEndedProcess(name: string): boolean {
  const { machine, start } = ownProcess();
  const named = /^(?<machine>.*)\/(?<pid>[1-9]\d*)@(?<start>\d*):/su.exec(name)?.groups;
  if (named?.machine !== machine) return false;
  const pid = Number(named.pid);
  if (pid === process.pid) return named.start !== start;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  // The number may have been given to another process since, or nobody has asked yet how this one ended.
  const state = stateOf(pid);
  return state !== undefined && named.start !== '' && (state.ended || state.start !== named.start);
}

/** Undefined where the system has no such file. */
function stateOf(pid: number | 'self'): ProcessState | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program stands in parentheses and may hold anything.
  const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = rest[18];
  return start === undefined ? undefined : { start, ended: state === 'Z' || state === 'X' };
}

function read(from: () => string): string {
  try {
    return from();
  } catch {
    return '';
  }
}
