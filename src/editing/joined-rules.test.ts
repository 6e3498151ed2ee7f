import { expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';

it('R-41 a partly revoked rule holds as a whole again when the revoking message is forgotten', async () => {
  await using ever = createEverthread({ automatic: false });
  const thread = await ever.thread('t');
  const holding = async () =>
    (await thread.rules())
      .filter(({ revokedBy }) => revokedBy === undefined)
      .map(({ id, text }) => [id, text]);
  await thread.append({ role: 'user', content: 'Always answer in French and never use emojis.' });
  await thread.append({ role: 'user', content: 'Emojis are okay now.' });
  expect(await holding()).toEqual([['1.2', 'Always answer in French']]);
  expect((await thread.context()).toText()).toContain('Always answer in French');
  await thread.forget(2);
  expect(await holding()).toEqual([['1', 'Always answer in French and never use emojis.']]);
  await thread.forget(1);
  expect(await thread.rules()).toEqual([]);
});
