/** A test session with the official client, equal for every transport. The archive is that of `fillArchive`. */
import { Client, type Transport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { Everthread } from '../../everthread.ts';

export const eras = ['legacy', 'auto'] as const;
export type Era = (typeof eras)[number];

/** Fills the archive: `work` is long and summarized, `private` must stay hidden. */
export async function fillArchive(everthread: Everthread): Promise<void> {
  const work = await everthread.thread('work');
  for (let turn = 1; turn <= 40; turn += 1) {
    await work.append([
      {
        role: 'user',
        content: `Question ${turn}: what does pump ${turn} deliver? ${'It hums. '.repeat(20)}`,
      },
      { role: 'assistant', content: `Pump ${turn} delivers ${turn * 13} litres.` },
    ]);
  }
  await work.compact();
  const hidden = await everthread.thread('private');
  await hidden.append({ role: 'user', content: 'The pump of the private house delivers 999999 litres.' });
}

export async function connect(transport: Transport, era: Era): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return client;
}

type ToolResult = Awaited<ReturnType<Client['callTool']>>;

export function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

export async function holdSession(client: Client): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({
    name: 'everthread',
    version: expect.stringMatching(/^\d/u),
  });
  expect(client.getInstructions()).toContain('read-only');

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'expand', 'describe', 'brief']);
  for (const { annotations, inputSchema, outputSchema, description } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object' });
    expect(description).toBeTruthy();
  }
  const call = (name: string, given: { [field: string]: unknown } = {}) =>
    client.callTool({ name, arguments: given });

  const described = await call('describe');
  const { summaries, messages } = described.structuredContent as {
    messages: number;
    summaries: { id: string; from: number; to: number }[];
  };
  expect(messages).toBe(80);
  expect(textOf(described)).toContain(summaries[0]!.id);

  const found = await call('search', { query: 'how much does pump 27 deliver?' });
  expect(textOf(found)).toContain('Pump 27 delivers 351 litres.');
  expect(textOf(found)).not.toContain('999999');

  const brief = await call('brief', { tokens: 300, focus: 'pump 27' });
  expect(brief.structuredContent).toMatchObject({ kind: 'chat', messages: 80 });
  expect(textOf(brief)).toContain('## About: pump 27');
  expect(textOf(brief)).toContain('351 litres');
  expect(textOf(brief)).not.toContain('999999');

  const numbers: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('expand', {
      summary: summaries[0]!.id,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const data = page.structuredContent as { messages: { number: number }[]; next?: string };
    numbers.push(...data.messages.map(({ number }) => number));
    cursor = data.next;
  } while (cursor !== undefined);
  const { from, to } = summaries[0]!;
  expect(numbers).toEqual(Array.from({ length: to - from + 1 }, (_, index) => from + index));

  for (const [name, given, field] of [
    ['expand', { from: 0 }, 'from'],
    ['expand', { from: 1, cursor: 'nonsense' }, 'cursor'],
    ['search', { query: 'x', colour: 'red' }, 'colour'],
    ['describe', { thread: 'private' }, 'thread'],
    ['expand', { thread: 'private', from: 1 }, 'thread'],
    ['search', { query: 'pump', thread: 'private' }, 'thread'],
    ['brief', { thread: 'private' }, 'thread'],
    ['brief', { tokens: 3 }, 'tokens'],
  ] as const) {
    const refused = await call(name, given);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain(field);
    expect(textOf(refused)).not.toContain('999999');
  }
  await expect(call('append', { text: 'x' })).rejects.toThrow(/append/u);

  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['everthread://threads/work']);
  const { contents } = await client.readResource({ uri: resources[0]!.uri });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('80 messages') });
  await expect(client.readResource({ uri: 'everthread://threads/private' })).rejects.toThrow();
}
