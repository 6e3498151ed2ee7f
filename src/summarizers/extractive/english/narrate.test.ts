import { describe, expect, it } from 'vitest';
import { functionWords } from '../../../text/stop-words.ts';
import { type NarrationOptions, narrate } from './narrate.ts';

const between: NarrationOptions = {
  cast: { speaker: 'Anna', addressee: 'Ben' },
  names: ['Anna', 'Ben'],
  asksRatherThanTells: false,
  acts: false,
  decides: false,
  isCommonWord: (word) => functionWords.get('en')!.has(word),
};
const inGroup: NarrationOptions = { ...between, cast: { speaker: 'Anna', addressee: null } };
const byUser: NarrationOptions = {
  ...between,
  cast: { speaker: 'the user', addressee: 'the assistant' },
  names: [],
  asksRatherThanTells: true,
};
const byAssistant: NarrationOptions = {
  ...between,
  cast: { speaker: 'the assistant', addressee: 'the user' },
  names: [],
  acts: true,
};

function telling(said: string, options: NarrationOptions) {
  const narration = narrate(said, options);
  return narration === 'verbatim' ? { narrated: 'verbatim', bare: 'verbatim' } : narration;
}

describe('narrate', () => {
  const statements: [string, string][] = [
    ['I need a pan.', 'Anna needs a pan.'],
    ["I'm going to send you to a specialist.", 'Anna is going to send Ben to a specialist.'],
    ["Well, I've never seen it.", 'Anna has never seen it.'],
    ["I don't think you should go.", "Anna doesn't think Ben should go."],
    ['I just try to help my sister.', 'Anna just tries to help their sister.'],
    ['Last night I had an argument with Tom.', 'Last night Anna had an argument with Tom.'],
    ['You have to see your doctor.', 'Anna says Ben has to see their doctor.'],
    ['I want you to be fit.', 'Anna wants Ben to be fit.'],
    ['There is a sign at the corner.', 'Anna says there is a sign at the corner.'],
    ['Oh, we were lucky!', 'Anna says they were lucky.'],
    ["If you're here tomorrow, I'll bring it.", 'If Ben is here tomorrow, Anna will bring it.'],
    ['Hey Ben, the train is late.', 'Anna says the train is late.'],
    ["I'm sorry, but the file is gone.", 'Anna says the file is gone.'],
    ['I said "I hate you" to nobody.', 'Anna said "I hate you" to nobody.'],
    ['I set `my_value` to 3.', 'Anna sets `my_value` to 3.'],
    ['Love that painting!', 'Anna loves that painting.'],
    ['Totally agree, Ben.', 'Anna totally agrees.'],
    ['Sounds like a plan to me.', 'Anna says it sounds like a plan to Anna.'],
    ["Can't wait to see your garden.", "Anna can't wait to see Ben's garden."],
    ['Gonna paint the fence on Sunday.', 'Anna is gonna paint the fence on Sunday.'],
    ['Glad you liked the soup.', 'Anna is glad Ben liked the soup.'],
    ['Been thinking about the boat.', 'Anna has been thinking about the boat.'],
    ['Went to the market with my aunt.', 'Anna went to the market with their aunt.'],
    ['Cooking for ten is hard work.', 'Anna says cooking for ten is hard work.'],
    ['Since we moved, the rent is lower.', 'Anna says since they moved, the rent is lower.'],
    ['Eve, I lost the key.', 'Anna lost the key.'],
  ];
  for (const [said, narrated] of statements)
    it(`R-52 tells the statement "${said}"`, () => expect(telling(said, between)?.narrated).toBe(narrated));

  const questions: [string, string][] = [
    ['What time do you want to go?', 'Anna asks what time Ben wants to go.'],
    ['Did you see the newspaper?', 'Anna asks if Ben saw the newspaper.'],
    ['Are you going home?', 'Anna asks if Ben is going home.'],
    ['Where can I buy textbooks?', 'Anna asks where Anna can buy textbooks.'],
    ['How much does it cost?', 'Anna asks how much it costs.'],
    ['Why does the parser crash on empty input?', 'Anna asks why the parser crashes on empty input.'],
    ['Could you lend me your toolbox, please?', "Anna asks Ben to lend Anna Ben's toolbox."],
    ['Could I have my bill, please?', "Anna asks to have Anna's bill."],
    ['How about Saturday?', 'Anna suggests Saturday.'],
    ["Why don't we take the train?", 'Anna suggests that they take the train.'],
    ['Shall we go?', 'Anna suggests that they go.'],
    ['They come to the earth?', 'Anna asks if they come to the earth.'],
    ['Who told you?', 'Anna asks who told Ben.'],
    ['Do all jobs provide insurance?', 'Anna asks if all jobs provide insurance.'],
    ['Aliens from outer space?', 'Anna asks: "Aliens from outer space?"'],
    ['Got any news from the bank?', 'Anna asks if Ben has got any news from the bank.'],
    ['Have you ever seen it?', 'Anna asks if Ben has ever seen it.'],
    ['What is the capital of Peru?', 'Anna asks what the capital of Peru is.'],
    ['In which language?', 'Anna asks in which language.'],
    ['One more thing: do you sell tea?', 'Anna asks: "One more thing: do you sell tea?"'],
  ];
  for (const [said, narrated] of questions)
    it(`R-52 reports the question "${said}"`, () => expect(telling(said, between)?.narrated).toBe(narrated));

  const requests: [string, string][] = [
    ['Follow me into the kitchen.', 'Anna tells Ben to follow Anna into the kitchen.'],
    ['Please print out the agenda.', 'Anna asks Ben to print out the agenda.'],
    ["Don't forget the party.", 'Anna tells Ben not to forget the party.'],
    ["Let's take a few pictures.", 'Anna suggests that they take a few pictures.'],
    ['Let me take a look.', 'Anna will take a look.'],
  ];
  for (const [said, narrated] of requests)
    it(`R-52 reports the request "${said}"`, () => expect(telling(said, between)?.narrated).toBe(narrated));

  it('R-52 recognizes requests of users and announcements of assistants', () => {
    expect(telling('Fix the test in src/a.ts.', byUser)?.narrated).toBe(
      'The user asks the assistant to fix the test in src/a.ts.',
    );
    expect(telling('Automatically switch to a break.', byUser)?.narrated).toBe(
      'The user asks the assistant to automatically switch to a break.',
    );
    expect(telling("Now let's install the missing package.", byAssistant)?.narrated).toBe(
      'The assistant will install the missing package.',
    );
    expect(telling('Fix the duplicate typedef.', byAssistant)?.bare).toBe('Fix the duplicate typedef.');
    expect(telling('Please send me your order number.', byAssistant)?.narrated).toBe(
      "The assistant asks the user to send the assistant the user's order number.",
    );
    expect(telling('I want an app that waters my plants.', byUser)?.narrated).toBe(
      'The user wants an app that waters their plants.',
    );
  });

  it('R-52 retells decisions as decisions, and advice as advice', () => {
    const settled = { ...byUser, decides: true };
    expect(telling("Let's go with port 4173.", settled)?.narrated).toBe(
      'The user decides to go with port 4173.',
    );
    expect(telling('Going with SvelteKit then.', settled)?.narrated).toBe(
      'The user is going with SvelteKit.',
    );
    expect(narrate('Move it to the root folder.', byAssistant)).toEqual({
      narrated: 'The assistant says to move it to the root folder.',
      bare: 'Move it to the root folder.',
      orders: true,
    });
  });

  it('R-52 never gives a name that begins with a small letter a capital', () => {
    const common = { ...byAssistant, isCommonWord: () => true };
    expect(telling('vite.config.ts is not read.', common)?.bare).toBe('vite.config.ts is not read.');
  });

  it('R-52 leaves "you" alone where nobody in particular is meant', () => {
    expect(telling('You press the button twice.', inGroup)?.narrated).toBe(
      'Anna says you press the button twice.',
    );
    expect(telling('Press the button twice.', inGroup)?.narrated).toBe(
      'Anna says to press the button twice.',
    );
  });

  it('R-52 gives a form without the speaker for the next sentence of the same one', () => {
    expect(narrate('The train is late.', between)).toEqual({
      narrated: 'Anna says the train is late.',
      bare: 'The train is late.',
    });
    expect(telling('I am late.', between)?.bare).toBeNull();
  });

  it('R-52 keeps names, paths and numbers as they are', () => {
    for (const exact of [
      '/etc/billing/db.toml',
      'max_connections = 180',
      'PostgreSQL 16.4',
      '14 March 2026',
      '$1,050.50',
    ])
      expect(telling(`I wrote down ${exact} for you.`, between)?.narrated).toContain(exact);
  });

  it('R-52 returns nothing for punctuation', () => {
    expect(narrate('... !!', between)).toBeNull();
  });
});
