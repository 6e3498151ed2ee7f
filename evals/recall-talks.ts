/**
 * Recall in conversations of everyday kinds: what contexts hold of the answers to questions, and of turns that ask
 * without a question mark. The second are messages of a conversation, so that they have what a conversation spends.
 */
import { createEverthread } from '../src/everthread.ts';
import { systemRuntime } from '../src/runtime.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { Evaluation } from './evaluation.ts';
import { type EverydayTalk, everydayKinds, everydayTalk, remarksOf } from './everyday-talks.ts';
import { appendTurns, measure, smallBudgets, table } from './recall-answers.ts';
import { debuggingLog } from './talks/debugging-log.ts';
import { healthDiary } from './talks/health-diary.ts';
import { japaneseAssistant } from './talks/japanese-assistant.ts';
import { japaneseFriends } from './talks/japanese-friends.ts';
import { novel } from './talks/novel.ts';
import { recipes } from './talks/recipes.ts';
import { softwareTeam } from './talks/software-team.ts';
import { spanishAssistant } from './talks/spanish-assistant.ts';
import { travelGroup } from './talks/travel-group.ts';
import { tutoring } from './talks/tutoring.ts';
import { workshopTeam } from './talks/workshop-team.ts';

const studied = [softwareTeam, debuggingLog, travelGroup, recipes, japaneseAssistant];
const counted = [workshopTeam, healthDiary, spanishAssistant, tutoring, novel, japaneseFriends];
const seeds = [1];
const conversationTokens = 2_000;
const dayMs = 86_400_000;

export const recallTalks: Evaluation = {
  name: 'recall-talks',
  title: 'Recall in talks of everyday kinds',
  async run() {
    const sections: string[] = [];
    for (const tokens of smallBudgets) {
      const size = `${tokens.toLocaleString('en-US')} tokens`;
      for (const [name, talks] of [
        ['Talks in which causes were looked for', studied],
        ['Talks only counted', counted],
      ] as const) {
        const conversations = talks.flatMap((talk) => seeds.map((seed) => everydayTalk(talk, seed)));
        const { tally } = await measure(conversations, tokens);
        sections.push(`### ${name}, ${size}\n\n${table(tally, everydayKinds)}`);
      }
    }
    const asked = [await remarksAnswered(studied), await remarksAnswered(counted)];
    const [inStudied, inCounted] = asked.map(({ answered, all }) => `${answered} of ${all}`);
    return [
      'Share of the questions of which the context holds the answering words of every place. Eleven talks (`evals/talks/`): two companies, friends who plan a journey in German and English, a diary of visits to doctors, help with servers, recipes, lessons, a novel, one talk in Spanish and two in Japanese. Facts written by hand, among talk about the same things from templates, which stands out less than real talk does: the figures compare, and promise nothing.',
      ...sections,
      `### Turns that ask without a question mark\n\nAs the newest message of a conversation with ${conversationTokens.toLocaleString('en-US')} tokens, its answer is in the context for ${inStudied} of them in the first talks, and for ${inCounted} in the others.`,
    ].join('\n\n');
  },
};

async function remarksAnswered(talks: readonly EverydayTalk[]): Promise<{ answered: number; all: number }> {
  let answered = 0;
  let all = 0;
  for (const talk of talks) {
    const { turns } = everydayTalk(talk, seeds[0]!);
    const at = turns.at(-1)!.at + dayMs;
    const speaker = talk.people[0] ?? 'user';
    for (const { text, answer } of remarksOf(talk)) {
      const ever = createEverthread({
        store: memoryStore(),
        runtime: { ...systemRuntime, now: () => at },
        budget: { tokens: conversationTokens, responseTokens: 0 },
      });
      const thread = await ever.thread(talk.id);
      await appendTurns({ ever, thread, turns: [...turns, { id: 'asked', speaker, text, at }] });
      if ((await thread.context()).toText().includes(answer)) answered += 1;
      all += 1;
      await ever.close();
    }
  }
  return { answered, all };
}
