import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';
import { createSourceIndex } from './source-index.ts';

/** The claims of a summary without a source. */
function unsupported(summary: string, source: string, at = '2024-05-15T10:00:00Z'): string[] {
  const index = createSourceIndex();
  index.add(source, at);
  return readClaims(summary)
    .filter((claim) => !index.supports(claim))
    .map((claim) => claim.value);
}

describe('source index', () => {
  const supported: [summary: string, source: string][] = [
    ['They want an LCD on the remote.', 'Maybe a L_C_D_ then .'],
    ['Old TVs and the DVD were named.', 'for the T_V_ or a D_V_D_ player'],
    ['Tariffs of the UK were a topic.', 'the U.K. will begin applying tariffs'],
    ['The UK was a topic.', 'we spoke with the United Kingdom about it'],
    ['They go to the UN soon.', 'the United Nations declaration'],
    ['The cost is 12.5 euros.', 'keep our costs at twelve and a half Euros'],
    ['The cost is 12.50 euros.', 'our twelve fifty Euro goal'],
    ['It grew by 3.9 points.', 'a three point nine average'],
    ['It took 45 minutes.', 'in forty - five minutes .'],
    ['It is on the 25th of July.', 'happening in July twenty - fifth .'],
    ['She paid $12.50.', 'That is 12 dollars 50 cents then please.'],
    ['They meet at 1:30 pm.', 'How about 1:30 right after lunch?'],
    ['Bags are kept until 6 p.m.', 'keep our bags until 6 p. m. please'],
    ['The firm is South Korean.', 'to work in a South Korea firm'],
    ['They were heard. Thirdly and Internally Vera reported.', 'Vera has a third internal report'],
    ['It was two weeks, so 14 days.', 'I came two weeks ago.'],
    ['It takes 8 hours.', 'seven eight hours or so'],
    ['It runs 0.7.29 now.', '> @scope/agent@0.7.29 build'],
    ['It is in src/conv.c there.', '→ Write({"text":"- /home/me/src/conv.c\\n- more"})'],
    ['The Marketing Expert agreed.', 'Marketing: I agree.'],
    ['About 1,200 came.', 'There were 1,234 of them.'],
    ['It was roughly 45 percent.', 'It was 43 percent.'],
    ['They meet on 16 May.', 'Let us meet tomorrow.'],
  ];
  it.each(supported)('R-39 honest: %s', (summary, source) => {
    expect(unsupported(summary, source)).toEqual([]);
  });

  const invented: [summary: string, source: string, value: string][] = [
    ['About 48,000 came.', 'There were 46,100 of them.', '48,000 came'],
    ['It went up to 33.8% then.', 'It was 34 percent.', '33.8%'],
    ['They meet on 20 May.', 'Let us meet tomorrow.', '20 May'],
    ['They meet on 20 May.', 'Let us meet now, today.', '20 May'],
    ['It is on 14 June 2026.', 'It is on 14 June 2027.', '14 June 2026'],
    ['It costs 48,500 dollars.', 'It costs 48,500 euros.', '48,500 dollars'],
    ['It costs $48,500.', 'It costs €48,500.', '$48,500'],
    ['Makefile Gallagher did it.', 'The Makefile is new.', 'Gallagher'],
    ['Winifred Drummond agreed to it.', 'Somebody agreed.', 'Winifred Drummond'],
    ['It came with commit 2afcefcaf then.', 'There was a commit.', '2afcefcaf'],
    ['The LED is new.', 'Maybe a L_C_D_ then .', 'LED'],
  ];
  it.each(invented)('R-39 invented: %s', (summary, source, value) => {
    expect(unsupported(summary, source)).toContain(value);
  });

  it('R-39 a forgotten space is no file', () => {
    expect(readClaims('The number was reduced.So they went on.').map(({ kind }) => kind)).not.toContain(
      'path',
    );
  });
});
