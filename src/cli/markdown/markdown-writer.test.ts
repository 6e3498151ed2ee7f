import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../terminal/sanitize.ts';
import type { View } from '../views/view.ts';
import { createMarkdownWriter } from './markdown-writer.ts';

const sample = `# The move

We keep **two** copies, *both* checked, with \`rsync -a\` and a note in [the log](https://example.org/log).

1. stop the service
2. copy
   - the data
   - the *keys*

> Nothing is deleted
> before Friday.

| host | free |
| --- | ---: |
| ada | 12 GB |
| grace | 1,204 GB |

\`\`\`ts
const copies: number = 2; // enough
\`\`\`

- [x] told everybody
- [ ] done

---
Over.
`;

async function write(
  pieces: readonly string[],
  view: Partial<View> = {},
): Promise<{ text: string; writes: string[]; held: string[] }> {
  const writes: string[] = [];
  const held: string[] = [];
  const writer = createMarkdownWriter({
    output: { write: (text: string) => writes.push(text) },
    view: () => ({ columns: 60, colour: false, ...view }),
    onHeld: (text) => held.push(text),
  });
  for (const piece of pieces) writer.write(piece);
  await writer.end();
  return { text: writes.join(''), writes, held };
}

describe('createMarkdownWriter', () => {
  it('R-58 headings, lists, quotes, tables and code have their own look', async () => {
    expect((await write([sample])).text).toMatchInlineSnapshot(`
      "The move

      We keep two copies, both checked, with \`rsync -a\` and a
      note in the log (https://example.org/log).

      1. stop the service
      2. copy
         • the data
         • the keys

      │ Nothing is deleted
      │ before Friday.

      host       free
      ─────  ────────
      ada       12 GB
      grace  1,204 GB

        ts
        const copies: number = 2; // enough

      • ☑ told everybody
      • ☐ done

      ────────────────────────────────────────

      Over.
      "
    `);
  });

  it('R-58 where there are colours, words and code have them, and every line ends in plain text', async () => {
    const { text } = await write([sample], { colour: true });
    expect(text).toContain('\u001b[1mtwo\u001b[22m');
    expect(text).toContain('\u001b[3mboth\u001b[23m');
    expect(text).toContain('\u001b[36mrsync\u001b[39m');
    expect(text).toContain('\u001b[35mconst\u001b[39m \u001b[33mcopies\u001b[39m');
    for (const line of text.split('\n')) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
      const open = [...line.matchAll(/\u001b\[(\d+)m/gu)].map(([, code]) => Number(code));
      const starts = open.filter((code) => code < 20 || (code > 30 && code < 39)).length;
      expect(open.length - starts, line).toBe(starts);
    }
  });

  it('R-58 a block is written as soon as it is whole, and what is on its way is told', async () => {
    const { writes, held } = await write(['First par', 'agraph.\n\nSec', 'ond\n\n```sh\nls\n', '```\nlast']);
    expect(writes).toEqual(['First paragraph.\n', '\nSecond\n', '\n  sh\n  ls\n', '\nlast\n']);
    expect(held.filter((text) => text !== '').slice(0, 2)).toEqual(['First par', '\n\nSec']);
    expect(held.at(-1)).toBe('');
  });

  it('R-58 however it is cut into pieces, the same text stands there in the end', async () => {
    const whole = (await write([sample])).text;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: sample.length }), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), sample.length];
        const pieces = places.slice(1).map((end, index) => sample.slice(places[index], end));
        expect((await write(pieces)).text).toBe(whole);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['in words', 'red \u001b[31mnow\u001b]0;title\u0007 &#27;[2J'],
    ['in code', '```sh\necho \u001b]52;c;aGk=\u0007\n```'],
    ['in the name of a language', '```\u001b[2J\nx\n```'],
    ['in a link', '[here](https://example.org/\u001b[2J)'],
    ['in a table', '| \u001b[31ma | b |\n| - | - |\n| \u009b31m | \u202eb |'],
    ['in HTML', '<b \u001b[31m>x</b>\n\n<!-- hidden -->'],
  ])('R-58 an escape sequence %s is shown, not obeyed', async (_where, text) => {
    for (const pieces of [[text], [...text]]) {
      const { text: written } = await write(pieces, { colour: true });
      const plain = stripVTControlCharacters(written);
      expect(sanitize(plain)).toBe(plain);
      expect(plain).not.toContain('\u202e');
    }
  });

  it('R-58 nothing is hidden: where a link leads, comments, definitions', async () => {
    const { text } = await write([
      '[my bank](https://evil.example) <!-- psst -->\n\n[x]: https://a.example "t"\n',
    ]);
    expect(text).toContain('my bank (https://evil.example)');
    expect(text).toContain('<!-- psst -->');
    expect(text).toContain('[x]: https://a.example "t"');
  });

  it('R-58 lines stay within the columns, code and long words excepted; line ends of the text stay', async () => {
    const { text } = await write(
      [
        'One\nTwo\n\n漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\n\n- a much longer point that has to be broken over lines',
      ],
      {
        columns: 30,
      },
    );
    expect(text).toBe(
      'One\nTwo\n\n漢字漢字漢字漢字漢字漢字漢字\n漢字漢字漢字漢字漢字\n\n• a much longer point that\n  has to be broken over lines\n',
    );
  });

  it.each(['> ', '[', '**a ', '_', '`', '<a ', '| a ', '- ', '1. ', '![', '~~', '\\', '#'])(
    'R-58 "%s" without end is shown',
    async (sign) => {
      const { text } = await write([sign.repeat(19_000 / sign.length), ' deep\n\nand more\n']);
      expect(text).toContain('deep');
      expect(text).toContain('and more');
    },
  );

  it('R-58 a long list and a long block of code are whole', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => `- item ${index}\n`);
    expect((await write(items)).text).toContain('item 2999');
    const code = Array.from({ length: 3_000 }, (_, index) => `let a${index} = ${index};\n`);
    expect((await write(['```js\n', ...code, '```\n'])).text).toContain('  let a2999 = 2999;\n');
  });

  it('R-58 a terminal that knows ASCII only gets ASCII signs', async () => {
    const { text } = await write([sample], { ascii: true });
    expect(text).toMatch(/^[\n -~]*$/u);
  });
});
