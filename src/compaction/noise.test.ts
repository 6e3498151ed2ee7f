import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import type { Noise } from '../message/noise.ts';
import type { MessageInput } from '../message/normalize.ts';
import { scriptedSummarizer } from '../testing/scripted-summarizer.ts';

const poll = (id: string, output: string): MessageInput[] => [
  { role: 'assistant', parts: [{ type: 'tool-call', callId: id, name: 'job_status', input: { id: 7 } }] },
  { role: 'tool', parts: [{ type: 'tool-result', callId: id, name: 'job_status', output }] },
];
const talk: MessageInput[] = [
  {
    role: 'user',
    content: 'Build the harbour index on the 40,000 berths, please, and tell me when it is done.',
  },
  ...poll('a', 'job 7 runs since 10 s\non /srv/alpha/index.db'),
  ...poll('b', 'job 7 runs since 20 s\non /srv/alpha/index.db'),
  ...poll('c', 'job 7 runs since 30 s\non /srv/alpha/index.db'),
  {
    role: 'assistant',
    content: 'The index of the berths is built and was checked against the old registry.',
  },
  { role: 'user', content: 'Thanks, great!' },
  { role: 'assistant', content: '' },
];

async function readBy(noise: Noise, messages = talk) {
  const summarizer = scriptedSummarizer();
  const ever = createEverthread({
    strategy: { name: 'rolling', messages: 2, verbatimExchanges: 1 },
    automatic: false,
    compaction: { noise },
    summarizer,
  });
  const thread = await ever.thread('t');
  await thread.append([
    ...messages,
    { role: 'user', content: 'And now the moorings of the northern quay.' },
    { role: 'assistant', content: 'They are next.' },
  ]);
  await thread.compact();
  const [record] = await thread.summaries();
  await ever.close();
  return { read: summarizer.requests[0]?.transcript ?? [], record: record! };
}

describe('the input of a summarizer', () => {
  it('R-76 is everything, trimmed, or without noise; proof and facts stay the same', async () => {
    const kept = await readBy('keep');
    const trimmed = await readBy('trim');
    const omitted = await readBy('omit');
    const seqs = ({ read }: typeof kept) => read.map(({ seq }) => seq);
    const values = ({ facts }: typeof kept.record) => facts.map(({ value }) => value).sort();
    expect(seqs(kept)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(seqs(trimmed)).toEqual(seqs(kept));
    expect(trimmed.read[2]!.text).toBe('← job_status: job 7 runs since 10 s … (the same again later)');
    expect(trimmed.read[6]!.text).toContain('/srv/alpha/index.db');
    expect(seqs(omitted)).toEqual([1, 6, 7, 8]);
    for (const { record } of [trimmed, omitted]) {
      expect(record.sourceHash).toBe(kept.record.sourceHash);
      expect(record.to).toBe(kept.record.to);
      expect(values(record)).toEqual(values(kept.record));
    }
  });

  it('R-76 can be decided by a function for each message', async () => {
    const { read } = await readBy(({ kind }) => (kind === 'polling' ? 'omit' : 'keep'));
    expect(read.map(({ seq }) => seq)).toEqual([1, 6, 7, 8, 9, 10]);
  });

  it('R-76 includes the end of output that counts up, even if noise is omitted', async () => {
    const output = [
      ...[10, 20, 30, 40, 50, 60].map((part) => `Copying berths: ${part} %`),
      'Copied 40,000 berths',
    ];
    const copy: MessageInput[] = [
      { role: 'user', content: 'Copy the berths into the new registry, please.' },
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'copy', name: 'copy', input: {} }] },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'copy', name: 'copy', output: output.join('\n') }],
      },
      { role: 'assistant', content: 'All berths of the harbour are in the new registry now.' },
    ];
    const { read } = await readBy('omit', copy);
    const text = read.find(({ seq }) => seq === 3)?.text;
    expect(text).toContain('Copied 40,000 berths');
    expect(text).not.toContain('30 %');
  });

  it('I-2 R-76 a range that is all noise is covered too', async () => {
    const courtesies = Array.from(
      { length: 40 },
      (_, index): MessageInput => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: 'Thanks, that is really great, wonderful!',
      }),
    );
    const { record } = await readBy('omit', courtesies);
    expect(record).toMatchObject({ from: 1, to: 40 });
  });

  it('R-76 invalid choices are refused', () => {
    expect(() => createEverthread({ compaction: { noise: 'drop' as never } })).toThrow('compaction.noise');
  });
});
