/** Talks to a child process of the benchmark: one word is sent, one message comes back. */
import type { ChildProcess } from 'node:child_process';

export function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The process ended.'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

export function ask(child: ChildProcess, what: string): Promise<unknown> {
  const answered = answer(child);
  child.send(what);
  return answered;
}
