/** Budgets for all threads, for one thread and for one turn, and texts that belong to one turn only. */
import { createEverthread, isEverthreadError } from 'everthread';

const ever = createEverthread({ budget: { tokens: 6000 } });
const thread = await ever.thread('handbook');
for (let page = 1; page <= 120; page += 1) {
  await thread.append([
    {
      role: 'user',
      content: `What does page ${page} of the lighthouse handbook say about lamp ${page % 5}?`,
    },
    {
      role: 'assistant',
      content: `Page ${page}: lamp ${page % 5} is trimmed at ${page % 12}:30, burns ${page + 4} grams of oil an hour and must never be left alone in fog. The keeper signs for it in the book with the green cover.`,
    },
  ]);
}
await ever.idle();
const show = (label: string, { tokens, budget, items }: Awaited<ReturnType<typeof thread.context>>) => {
  const verbatim = items.filter(({ kind }) => kind === 'verbatim').length;
  console.log(`${label.padEnd(28)} ${tokens} of ${budget.tokens} tokens, ${verbatim} messages word for word`);
};

show('as configured', await thread.context());

// A context at any other budget, smaller or larger, is made at once and without asking a model.
show('this turn: 1,000', await thread.context({ budget: { tokens: 1000 } }));
show('this turn: window of gpt-5', await thread.context({ budget: { model: 'gpt-5', fraction: 0.5 } }));

// A budget of its own for this thread, from now on.
await thread.configure({ budgetTokens: 3000 });
await ever.idle();
show('this thread: 3,000', await thread.context());

// Excerpts for one turn: they appear in the context, but are never stored or summarized.
const context = await thread.context({
  system: 'You keep a lighthouse.',
  profile: 'The user is new and afraid of gulls.',
  pinned: ['Answer in one sentence.'],
  resources: [{ id: 'tide-7', name: 'tides.pdf, page 7', text: 'High water at 06:12 and 18:40.' }],
});
console.log('sections:');
for (const [section, { tokens }] of Object.entries(context.sections)) {
  if (tokens > 0) console.log(`  ${section.padEnd(10)} ${tokens}`);
}
console.log('resource in the context:', context.toText().includes('High water at 06:12'));
const log = [];
for await (const message of thread.history()) log.push(JSON.stringify(message.parts));
console.log('resource in the log:', log.join().includes('High water at 06:12'));

// Fixed parts that cannot fit are refused, and the error names the largest one.
try {
  await thread.context({ budget: { tokens: 300 }, system: 'Keep the lamp burning. '.repeat(200) });
} catch (error) {
  if (isEverthreadError(error, 'context_overflow')) console.log(`refused: ${error.message}`);
  else throw error;
}
await ever.close();
