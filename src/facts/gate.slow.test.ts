import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import type { Fact } from '../records/fact.ts';
import { extractFacts } from './extract.ts';
import type { FactSource } from './fact-source.ts';
import { auditSummary } from './gate.ts';
import { createSourceIndex } from './source-index.ts';

const countTokens = (text: string) => Math.ceil(text.length / 4);

function sourcesOf(...texts: string[]): FactSource[] {
  return texts.map((text, index) => ({
    seq: index + 1,
    role: index % 2 === 0 ? 'user' : 'assistant',
    at: '2024-05-15T10:00:00Z',
    text,
  }));
}

function audit(
  summary: string,
  sources: FactSource[],
  options: {
    previousFacts?: Fact[];
    ledgerBudgetTokens?: number;
    retold?: string;
    sourceFacts?: Fact[];
  } = {},
) {
  return auditSummary({
    text: summary,
    record: null,
    sourceText: sources.map((source) => source.text).join('\n'),
    previousFacts: [],
    ledgerBudgetTokens: 400,
    countTokens,
    ...options,
    sourceFacts: options.sourceFacts ?? extractFacts(sources),
  });
}

function createRandom(seed: number) {
  const next = seededRandom(seed);
  return {
    integer: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
    word: (length: number) =>
      Array.from(
        { length },
        (_, index) =>
          (index % 2 === 0 ? 'bdfgklmnprstv' : 'aeiou')[Math.floor(next() * (index % 2 === 0 ? 13 : 5))],
      ).join(''),
    hex: (length: number) =>
      Array.from({ length }, () => '0123456789abcdef'[Math.floor(next() * 16)]).join(''),
  };
}
type Random = ReturnType<typeof createRandom>;

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const months = [
  'January',
  'February',
  'March',
  'April',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthNumber = (month: string) =>
  String(new Date(`${month} 1, 2024 12:00:00Z`).getUTCMonth() + 1).padStart(2, '0');
const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const grouped = (value: number) => value.toLocaleString('en-US');

/** A source sentence, and faithful rewordings of it. */
type Case = { said: string; retold: string[] };

const honest: { [name: string]: (r: Random) => Case } = {
  grouping: (r) => {
    const value = r.integer(1_001, 99_999);
    return {
      said: `We measured ${grouped(value)} requests in the first run.`,
      retold: [`The first run had ${value} requests.`, `There were ${grouped(value)} requests measured.`],
    };
  },
  thousands: (r) => {
    const value = r.integer(11, 99) * 100;
    return {
      said: `The export holds ${value} rows.`,
      retold: [`About ${value / 1000}k rows were exported.`, `The export had ${grouped(value)} rows.`],
    };
  },
  spelled: (r) => {
    const value = r.integer(2, 12);
    return r.pick([
      {
        said: `We retry ${value} times before giving up.`,
        retold: [`Retries happen ${words[value]} times.`, `It retries ${value} times.`],
      },
      {
        said: `It takes ${words[value]} hours to build.`,
        retold: [`The build takes ${value} hours.`, `Building takes ${words[value]} hours.`],
      },
    ]);
  },
  dates: (r) => {
    const month = r.pick(months);
    const day = r.integer(1, 28);
    const iso = `2024-${monthNumber(month)}-${String(day).padStart(2, '0')}`;
    const forms = [
      iso,
      `${month} ${day}, 2024`,
      `${day} ${month} 2024`,
      `${month} ${day}`,
      `the ${day}th of ${month}`,
      `${monthNumber(month)}/${String(day).padStart(2, '0')}/2024`,
    ];
    return {
      said: `The release is planned for ${r.pick(forms.slice(0, 3))}.`,
      retold: forms.map((form) => `The release was planned for ${form}.`),
    };
  },
  times: (r) => {
    const hour = r.integer(1, 11);
    return {
      said: `The call starts at ${hour}:30 pm.`,
      retold: [`The call starts at ${hour + 12}:30.`, `The call was set for ${hour}:30 PM.`],
    };
  },
  units: (r) => {
    const hours = r.integer(2, 9);
    return r.pick([
      {
        said: `The job runs for ${hours * 60} minutes.`,
        retold: [`The job takes ${hours} hours.`, `The job runs ${hours * 60} min.`],
      },
      {
        said: `The timeout is ${hours * 1000} ms.`,
        retold: [`The timeout was ${hours} seconds.`, `The timeout was ${hours}s.`],
      },
    ]);
  },
  money: (r) => {
    const value = r.integer(1_100, 9_900);
    return {
      said: `The budget is $${grouped(value)} for the quarter.`,
      retold: [
        `A budget of ${value} dollars was set.`,
        `The budget was $${value}.`,
        `The budget was ${grouped(value)} USD.`,
      ],
    };
  },
  percent: (r) => {
    const value = r.integer(3, 97);
    return {
      said: `Coverage went up to ${value}%.`,
      retold: [`Coverage reached ${value} percent.`, `Coverage is at ${value} %.`],
    };
  },
  paths: (r) => {
    const name = `${r.word(6)}-${r.word(5)}.ts`;
    const folder = r.word(7);
    return {
      said: `I changed /home/ada/app/src/${folder}/${name} and ran the tests.`,
      retold: [
        `\`src/${folder}/${name}\` was changed.`,
        `The file ${name} was changed.`,
        `Work happened in src/${folder}/.`,
      ],
    };
  },
  identifiers: (r) => {
    const name = `${r.word(4)}${capital(r.word(5))}`;
    return {
      said: `The bug is in ${name}() of the client.`,
      retold: [`The function \`${name}\` had a bug.`, `A bug in ${name} was found.`],
    };
  },
  tickets: (r) => {
    const ticket = `${r.word(4).toUpperCase()}-${r.integer(100, 9999)}`;
    return {
      said: `This is tracked in ${ticket}.`,
      retold: [`See ${ticket}.`, `The issue ${ticket} tracks it.`],
    };
  },
  commits: (r) => {
    const hash = `${r.hex(18)}4a${r.hex(20)}`;
    return {
      said: `Reverted commit ${hash} today.`,
      retold: [`Commit ${hash.slice(0, 8)} was reverted.`, `Commit ${hash} was reverted.`],
    };
  },
  names: (r) => {
    const [first, last] = [capital(r.word(5)), capital(r.word(7))];
    return {
      said: `I talked with ${first} ${last} about it.`,
      retold: [
        `The user spoke to ${first} about it.`,
        `The user met ${last}, ${first}.`,
        `A talk with ${first} ${last} took place.`,
        `It was ${first}'s idea.`,
      ],
    };
  },
  versions: (r) => {
    const version = `${r.integer(1, 20)}.${r.integer(0, 30)}.${r.integer(0, 30)}`;
    return {
      said: `We run version ${version} in production.`,
      retold: [`Production runs v${version}.`, `Version ${version} is in use.`],
    };
  },
  urls: (r) => {
    const host = `${r.word(8)}.example.com`;
    return {
      said: `The docs are at https://${host}/guide/start for now.`,
      retold: [
        `The docs are at ${host}/guide/start.`,
        `See https://${host}/guide/start/.`,
        `The docs live on ${host}.`,
      ],
    };
  },
  inflection: (r) => {
    const product = capital(r.word(6));
    return {
      said: `We compared ${product} and the other dashboards.`,
      retold: [
        `The team compares ${product}'s dashboard.`,
        `Comparing ${product} with a dashboard came first.`,
      ],
    };
  },
  sayingDay: () => ({
    said: 'Tomorrow I will call the bank.',
    retold: [
      'On 15 May 2024 the user said they would call the bank.',
      'The call to the bank was due on 16 May 2024.',
    ],
  }),
  counts: (r) => {
    const files = Array.from({ length: 5 }, () => `src/${r.word(6)}.ts`);
    return {
      said: `Changed ${files.join(', ')} in this commit.`,
      retold: ['Five files were changed.', '5 files were changed.', 'Some of the 3 files matter.'],
    };
  },
};

const inventions: { [name: string]: (r: Random) => string } = {
  quantity: (r) => `It handles ${r.integer(2_000, 90_000)} requests.`,
  small: (r) => `There were ${r.integer(31, 99)} failing tests.`,
  decimal: (r) => `The ratio was ${r.integer(2, 60)}.${r.integer(11, 98)}.`,
  duration: (r) => `It took ${r.integer(13, 59)} minutes.`,
  percent: (r) => `Coverage fell by ${r.integer(13, 97)}%.`,
  money: (r) => `The client paid $${grouped(r.integer(2_000, 90_000))}.`,
  date: (r) => `It is due on ${r.pick(months)} ${r.integer(1, 28)}, ${r.integer(2027, 2039)}.`,
  path: (r) => `The change is in src/${r.word(7)}/${r.word(6)}.ts.`,
  file: (r) => `They edited ${r.word(9)}.py as well.`,
  name: (r) => `The plan came from ${capital(r.word(6))} ${capital(r.word(8))}.`,
  person: (r) => `The user asked ${capital(r.word(7))} for a review.`,
  url: (r) => `See https://${r.word(9)}.io/${r.word(5)}.`,
  version: (r) => `They upgraded to v${r.integer(21, 90)}.${r.integer(31, 90)}.${r.integer(31, 90)}.`,
  identifier: (r) => `The function ${r.word(6)}${capital(r.word(6))} was added.`,
  constant: (r) => `They set ${r.word(5).toUpperCase()}_${r.word(4).toUpperCase()} in the shell.`,
  ticket: (r) => `It closes ${r.word(4).toUpperCase()}-${r.integer(10_000, 90_000)}.`,
  commit: (r) => `Commit 7${r.hex(5)}e9 was reverted.`,
  email: (r) => `Write to ${r.word(6)}@${r.word(7)}.org.`,
};

const background = [
  'Hi, I need help with our build system. It is slow and nobody knows why.',
  'Sure. Let me look at the configuration and the logs before I suggest anything.',
  'The team would like to have it fixed soon, because the release is near.',
  'I see two possible causes, the cache and the number of workers.',
];

function conversation(r: Random, said: string[]): FactSource[] {
  const texts = [...background];
  for (const text of said) texts.splice(r.integer(0, texts.length), 0, text);
  return sourcesOf(...texts);
}

describe('fact-survival gate', () => {
  it('R-39 flags at most one in a hundred honest retellings, over 900 of them', () => {
    const flagged: string[] = [];
    let cases = 0;
    const r = createRandom(1);
    while (cases < 900) {
      const chosen = Object.entries(honest).map(([name, make]) => ({ name, ...make(r) }));
      const sources = conversation(
        r,
        chosen.map((item) => item.said),
      );
      const sourceFacts = extractFacts(sources);
      for (const { name, said, retold } of chosen) {
        const summary = `The user wants a faster build system. ${r.pick(retold)} The assistant looked at the logs.`;
        cases += 1;
        const { invented } = audit(summary, sources, { sourceFacts });
        if (invented.length > 0)
          flagged.push(
            `${name}: "${said}" → "${summary}" flagged ${invented.map((fact) => `${fact.kind} ${fact.value}`)}`,
          );
      }
    }
    expect(flagged.length / cases, flagged.join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('R-39 catches at least 99 in a hundred inventions, over 900 of them', () => {
    const missed: string[] = [];
    let cases = 0;
    const r = createRandom(2);
    while (cases < 900) {
      const chosen = Object.values(honest).map((make) => make(r));
      const sources = conversation(
        r,
        chosen.map((item) => item.said),
      );
      const sourceFacts = extractFacts(sources);
      for (const [name, make] of Object.entries(inventions)) {
        const invention = make(r);
        cases += 1;
        const { invented } = audit(
          `The user wants a faster build system. ${invention} ${r.pick(chosen[0]!.retold)}`,
          sources,
          { sourceFacts },
        );
        if (invented.length === 0) missed.push(`${name}: ${invention}`);
      }
    }
    expect(missed.length / cases, missed.join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('R-39 what a merge repeats from the summaries it was made of lowers its fidelity, and what it adds rejects it', () => {
    const sources = sourcesOf('Please fix the login page.', 'Done, the login page works.');
    const summary = 'Maria Lopez paid $4,500 for version 9.9.9 of src/secret/plan.ts on 3 March 2031.';
    const repeated = audit(summary, sources, { retold: summary });
    expect([repeated.verdict, repeated.fidelity, repeated.invented.length]).toEqual(['accept', 0, 5]);
    const added = audit(summary, sources, { retold: 'Maria Lopez paid $4,500.' });
    expect(added.verdict).toBe('reject');
    expect(added.reason).toMatch(/^3 exact facts/);
  });

  it('R-39 rejects a summary with too many inventions, and says why without quoting it', () => {
    const sources = sourcesOf('Please fix the login page.', 'Done, the login page works.');
    const summary = 'Maria Lopez paid $4,500 for version 9.9.9 of src/secret/plan.ts on 3 March 2031.';
    const rejected = audit(summary, sources);
    expect(rejected.verdict).toBe('reject');
    expect(rejected.reason).toMatch(/^5 exact facts .* at most 2/);
    expect(rejected.reason).not.toMatch(/Maria|4,500|plan\.ts/);
    expect(rejected.fidelity).toBe(0);
    expect(audit('Maria Lopez paid $4,500 for the login page.', sources).verdict).toBe('accept');
    expect(audit('The user asked for the login page to be fixed, which was done.', sources)).toMatchObject({
      verdict: 'accept',
      fidelity: 1,
      invented: [],
    });
  });

  it('R-39 checks the structured record as well as the text', () => {
    const result = auditSummary({
      text: 'The login page was fixed.',
      record: {
        summary: 'Fixed.',
        keyPoints: ['Took 47 minutes'],
        context: {
          participants: ['Zora Quill'],
          decisions: [],
          actionItems: [],
          unresolved: [],
          domainEntities: [],
        },
      },
      sourceFacts: [],
      previousFacts: [],
      sourceText: 'Please fix the login page.',
      ledgerBudgetTokens: 100,
      countTokens,
    });
    expect(result.invented.map((fact) => fact.kind).sort()).toEqual(['name', 'quantity']);
  });

  it('R-39 does not take list numbers, headings and message references for facts', () => {
    const sources = sourcesOf('Please fix the login page and the logout page.');
    const summary =
      '## Key Decisions\n1. The login page was fixed (messages 12–34).\n2. The logout page is next [17].\n**Next Steps:**\n- Continue.';
    expect(audit(summary, sources).invented).toEqual([]);
  });

  it('R-39 every source fact is in the prose, in the ledger, or counted as pointer only', () => {
    const sources = sourcesOf(
      'Never touch src/billing/charge.ts. The port is 8443 and the token limit is 12,500 tokens.',
      'Noted. I ran `npm run check` and it failed in parseInvoice() at commit 9fceb02a1.',
    );
    const roomy = audit('The user set rules for the billing code.', sources);
    expect(roomy.survival).toBe(1);
    expect(roomy.pointer).toBe(0);
    const values = roomy.ledger.map((fact) => fact.value).join('\n');
    for (const value of [
      'Never touch src/billing/charge.ts.',
      '8443',
      '12,500 tokens',
      'npm run check',
      'parseInvoice',
      '9fceb02a1',
    ])
      expect(values).toContain(value);
    const tight = audit('The user set rules for the billing code.', sources, { ledgerBudgetTokens: 20 });
    expect(tight.kept + tight.pointer).toBe(tight.total);
    expect(tight.pointer).toBeGreaterThan(0);
    expect(tight.survival).toBeLessThan(1);
    expect(tight.ledger.find((fact) => fact.kind === 'rule')).toBeDefined();
  });

  it('R-39 what the prose keeps is not told twice, but remembered', () => {
    const sources = sourcesOf('The port is 8443.');
    const { ledger, survival } = audit('The server listens on port 8443.', sources);
    expect(survival).toBe(1);
    expect(ledger.every((fact) => fact.inProse === true)).toBe(true);
  });

  it('R-28 a technical term said once survives a hundred compactions, whatever the prose drops', () => {
    let previousFacts: Fact[] = [];
    for (let round = 1; round <= 100; round += 1) {
      const seq = round * 20;
      const fresh: FactSource[] = Array.from({ length: 12 }, (_, index) => ({
        seq: seq + index,
        role: index % 2 === 0 ? 'user' : 'assistant',
        at: '2024-05-15T10:00:00Z',
        text:
          round === 1 && index === 0
            ? 'We shard by tenantShardKey on the Zephyrus cluster.'
            : `Look at module_${round}_${index} and item${round}Value${index}, it takes ${round * 7 + index} ms.`,
      }));
      const summary =
        round === 1
          ? 'They shard by tenantShardKey on the Zephyrus cluster.'
          : 'They looked at modules and measured how long each takes.';
      const { ledger } = audit(summary, fresh, { previousFacts, ledgerBudgetTokens: 300 });
      previousFacts = ledger;
      if ([1, 2, 10, 100].includes(round)) {
        expect(
          ledger.map((fact) => fact.value),
          `round ${round}`,
        ).toEqual(expect.arrayContaining(['tenantShardKey', 'Zephyrus']));
      }
    }
  });

  it('R-39 sources can be added page by page', () => {
    const sourceIndex = createSourceIndex();
    for (const page of ['The price is $4,200.', 'Ship it on 3 March 2025 to Ines Moreau.'])
      sourceIndex.add(page, '2024-05-15T10:00:00Z');
    const result = auditSummary({
      text: 'Ines Moreau gets it on 2025-03-03 for 4200 dollars; Karl Rove does not.',
      record: null,
      sourceFacts: [],
      previousFacts: [],
      sourceIndex,
      ledgerBudgetTokens: 50,
      countTokens,
    });
    expect(result.invented.map((fact) => fact.value)).toEqual(['Karl Rove']);
  });
});

describe('quotations', () => {
  const audit = (text: string, sourceText: string) =>
    auditSummary({
      text,
      record: null,
      sourceFacts: [],
      previousFacts: [],
      sourceText,
      ledgerBudgetTokens: 100,
      countTokens: (value) => value.length,
    });
  const source =
    'The mail had the subject "Regarding Your Commit". He said: we will never ship on Fridays, that is final. 彼は「会議は五月四日に延期された」と言った。';

  it('R-39 a quotation that stands in no source is an invention, one that was altered too', () => {
    const altered = audit('The subject was "Regarding the assistant\'s Commit".', source);
    expect(altered.invented.map(({ value }) => value)).toContain("Regarding the assistant's Commit");
    expect(altered.fidelity).toBeLessThan(1);
    for (const text of ['He said “we will always ship on Fridays”.', '「会議は六月に中止された」と言った。'])
      expect(
        audit(text, source).invented.some(({ kind }) => kind === 'quote'),
        text,
      ).toBe(true);
  });

  it('R-39 a quotation of what was said is none, whatever its marks, its case and what it leaves out', () => {
    for (const text of [
      'The subject was “Regarding Your Commit”.',
      'The subject was «regarding your commit».',
      'He said "we will never ship … that is final".',
      'He said "[they] will never ship on Fridays".',
      '「会議は五月四日に延期された」',
    ])
      expect(
        audit(text, source).invented.filter(({ kind }) => kind === 'quote'),
        text,
      ).toEqual([]);
  });
});
