/** Measures the memory of the built `everthread serve` while clients in another process use it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Clients at the same time. */
const clients = 4;

/** Undefined on systems that do not show the memory of other processes. */
export async function servedMemory(options: {
  folder: string;
  threads: number;
  messagesOf(thread: number): readonly { role: string; content: string }[];
}): Promise<{ rss: number; peak: number } | undefined> {
  const { folder, threads, messagesOf } = options;
  if (process.platform !== 'linux') return undefined;
  const args = ['serve', '--port', '0', '--json', '--database', join(folder, 'served.db')];
  const server = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(server.stdout);
    let next = 0;
    const client = async () => {
      while (next < threads) {
        const thread = next++;
        const id = `thread-${thread}`;
        await post(`${url}/api/threads`, { id });
        await post(`${url}/api/threads/${id}/messages`, { messages: messagesOf(thread) });
        await post(`${url}/api/threads/${id}/context`, {});
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const bytes = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`, 'u').exec(status)?.[1]) * 1_024;
    return { rss: bytes('VmRSS'), peak: bytes('VmHWM') };
  } finally {
    server.kill('SIGTERM');
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const line of createInterface({ input: output })) {
    text += line;
    if (line.startsWith('}')) return (JSON.parse(text) as { url: string }).url;
  }
  throw new Error('The server did not start.');
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${answer}`);
}
