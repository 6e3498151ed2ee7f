/** Talks to a child process of the benchmark: one word is sent, one message comes back. */
import type { ChildProcess } from 'node:child_process';

export function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The process ended.'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}

export function request(child: ChildProcess, what: string): Promise<unknown> {
  const reply = answer(child);
  child.send(what);
  return reply;
}
