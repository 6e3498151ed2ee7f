import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryShapes } from '../../records/summary.ts';
import { makeEntries, makeRequest } from '../summarizer.suite.ts';
import { extractive } from './extractive.ts';
import { shield } from './shield.ts';

const inside = [
  'Regarding Your Commit',
  'I will leave your team',
  'my_value = your_value',
  'We never met. My desk is yours.',
  'what I said to you',
  'let us go, please!',
];
const marks: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ['‘', '’'],
];
const spans = marks.flatMap(([open, close]) => inside.map((text) => `${open}${text}${close}`));
const exact = [...spans, 'src/my/you.ts', 'https://me.example.com/your/page', 'Emily', 'O’Brien', 'npm'];
const frames: readonly ((span: string) => string)[] = [
  (span) => `I found ${span} in the mail you sent me yesterday.`,
  (span) => `Please rename ${span} before you deploy my branch to the staging server.`,
  (span) => `Do you know why ${span} was shown to me on the billing page?`,
  (span) => `We talked about ${span} with our team, and you promised me a release note.`,
  (span) => `${span} is what my colleague wrote about your parser on Friday.`,
];

describe('shield', () => {
  it('R-52 restores byte for byte what it took out', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...exact, 'and', 'I', 'you'), { maxLength: 8 }), (words) => {
        const text = words.join(' ');
        const { text: shielded, restore } = shield(text);
        expect(restore(shielded)).toBe(text);
      }),
    );
  });

  it('R-52 quotations, code, paths and names are unchanged in every shape, or left out', async () => {
    const summarizer = extractive();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...frames), fc.constantFrom(...exact)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom(...summaryShapes),
        async (said, shape) => {
          const transcript = makeEntries(said.map(([frame, span]) => frame(span)));
          const { text } = await summarizer.summarize(makeRequest({ shape, transcript }));
          const source = transcript.map((entry) => entry.text).join('\n');
          for (const [span] of text.matchAll(/"[^"]+"|“[^”]+”|„[^“]+“|«[^»]+»|`[^`]+`|‘[^’]+’/gu))
            expect(source, `${span} in: ${text}`).toContain(span.replace(/…$/u, ''));
          expect(text).not.toMatch(/o'brien|O'Brien|emily|Npm/u);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('R-52 a title is not read as a request, nor a pronoun in a name as a pronoun', async () => {
    const transcript = makeEntries([
      'Deploy notes. The release goes out on Friday with the new parser.',
      'Build failed. Test plan for Monday is ready.',
      'Regarding Your Commit. They played My Way at my party.',
      'Your Name is a film that I like.',
    ]);
    for (const shape of summaryShapes) {
      const { text } = await extractive().summarize(makeRequest({ shape, transcript }));
      expect(text).not.toMatch(/to deploy notes|to build failed|to test plan/iu);
      expect(text).not.toMatch(/assistant's (?:Commit|Name|Way)|user's (?:Commit|Name|Way)/u);
    }
  });
});
