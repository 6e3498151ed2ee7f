/** Plays the same conversation under each strategy and compares the contexts at its end. */
import { createEverthread, type MessageInput } from 'everthread';

const strategies = ['eternal', 'rolling', 'session', 'tiered', 'chain', 'running'] as const;
const budget = { tokens: 3000 };

console.log('strategy    history → context tokens    live summaries    compactions');
for (const strategy of strategies) {
  const ever = createEverthread({ strategy, budget });
  let compactions = 0;
  ever.on('summarization', () => {
    compactions += 1;
  });
  const thread = await ever.thread('garden');
  for (const message of gardenYear()) {
    await thread.append(message);
    await ever.idle(); // a person would take longer than this
  }
  const context = await thread.context();
  const { tokens } = await thread.state();
  const summaries = await thread.summaries();
  console.log(
    strategy.padEnd(11),
    `${tokens} → ${context.tokens}`.padEnd(27),
    String(summaries.length).padEnd(17),
    compactions,
  );
  await ever.close();
}

/** 120 messages: a year of planning a garden, ten a month. */
function gardenYear(): MessageInput[] {
  const months =
    'January February March April May June July August September October November December'.split(' ');
  const beds = ['the long bed', 'the bed by the wall', 'the cold frame', 'the pots', 'the orchard'];
  const plants =
    'leeks kale broad-beans radishes tomatoes courgettes beetroot fennel spinach garlic onions quinces'.split(
      ' ',
    );
  return months.flatMap((month, index) =>
    beds.flatMap((bed, row): MessageInput[] => {
      const plant = plants[(index + row * 5) % plants.length];
      const day = 2 + row * 6;
      return [
        {
          role: 'user',
          content: `On ${day} ${month} I want to work on ${bed}. I decided to plant ${plant} there, ${3 + row} rows, for at most ${12 + index} €. What should I prepare?`,
        },
        {
          role: 'assistant',
          content: `Loosen the soil of ${bed} two days before, add ${2 + row} litres of compost a row, and water in the morning. ${plant} want ${20 + index} cm between rows. Note the date, ${day} ${month}, so that you can compare next year.`,
        },
      ];
    }),
  );
}
