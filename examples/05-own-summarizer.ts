/** A summarizer of your own: any object with a name, the size of its input and `summarize()`. */
import { createEverthread, type MessageInput, type Summarizer, SummarizerFailure } from 'everthread';

/** Keeps the first sentence of everything the user said. */
const headlines: Summarizer = {
  name: 'headlines',
  maxInputTokens: 8000, // larger input is split before it comes here
  async summarize({ transcript, previous, signal }) {
    // On failure reject; never return an apology as the summary. Then the next summarizer takes over.
    if (signal.aborted) throw new SummarizerFailure({ kind: 'aborted', message: 'Aborted.' });
    const said = transcript
      .filter(({ role }) => role === 'user')
      .map(({ seq, text }) => `${text.split(/(?<=[.!?])\s/u)[0]} (message ${seq})`);
    return {
      text: [...previous.map(({ text }) => text), ...said].join('\n'),
      record: null,
      model: 'headlines',
      rung: 'model',
      promptVersion: 'headlines@1',
      calls: [], // what it cost; nothing here
    };
  },
};

const ever = createEverthread({ strategy: 'rolling', summarizer: headlines });
const thread = await ever.thread('pottery');
const wishes = ['a teapot', 'two bowls', 'a jug', 'six plates', 'a vase', 'a lamp foot', 'a bird bath'];
await thread.append(
  [...wishes, ...wishes].flatMap((wish, index): MessageInput[] => [
    {
      role: 'user',
      content: `Please make ${wish} for shelf ${index + 1}. The last one broke when the cat walked by, which it does every evening at about seven, and nobody had the heart to move either of them.`,
    },
    {
      role: 'assistant',
      content: `Noted: ${wish}, shelf ${index + 1}. It goes into the kiln on Thursday, comes out on Saturday, and this time we glue it to the shelf, with respect to the cat.`,
    },
  ]),
);
await ever.idle();

for (const summary of await thread.summaries()) {
  console.log(
    `messages ${summary.from} to ${summary.to}, by ${summary.model}, ${summary.sourceTokens} → ${summary.tokens} tokens`,
  );
  console.log(summary.text);
  // Facts that the prose leaves out are kept beside it.
  console.log(
    'kept beside it:',
    summary.facts
      .slice(0, 4)
      .map(({ value }) => value)
      .join(' | '),
  );
}
await ever.close();
