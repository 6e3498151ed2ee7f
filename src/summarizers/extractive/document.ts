/** Everything the ranking looks at: the sentences of a request in order, each with speaker, act and terms. */
import type { SummaryRequest } from '../../summarizer.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import { type Act, actOf } from './acts.ts';
import { cleanSpeech, speechHabits } from './cleaning.ts';
import type { Earlier } from './previous.ts';
import { isProse, sentencesOf } from './sentences.ts';
import { detectLanguage, stopWordsOf } from './stop-words.ts';
import { termsOf } from './terms.ts';
import { conversationOf, type Speaker, type Turn } from './turns.ts';

export type Sentence = {
  index: number;
  turn: number;
  seq: number;
  speaker: Speaker | null;
  /** Who "you" is: the other one of two, or nobody in particular. */
  addressee: Speaker | null;
  text: string;
  kind: 'prose' | 'report' | 'previous';
  act: Act;
  /** Distinct terms. */
  terms: string[];
};

export type Document = {
  sentences: Sentence[];
  speakers: Speaker[];
  language: string;
  english: boolean;
  /** Whether a stop list is known for it. */
  listedLanguage: boolean;
  /** Spoken rather than written, with the hesitations of speech. */
  spoken: boolean;
  /** Lower-case words that also occur inside sentences: not names. */
  commonWords: Set<string>;
};

const sampleLength = 60_000;
/** Characters between two pauses: a few milliseconds of work. */
const sliceCharacters = 100_000;

export async function documentOf(
  request: Pick<SummaryRequest, 'previous' | 'transcript' | 'signal'>,
  earlier: Pick<Earlier, 'sentences'>,
): Promise<Document> {
  const { turns, speakers } = conversationOf(request.transcript);
  const previousText = request.previous.map(({ text }) => text).join('\n');
  const sample = sampleOf(turns, previousText);
  const language = detectLanguage(sample);
  const english = language === 'en';
  const habits = speechHabits(sample, { english });
  const termOptions = { stopWords: stopWordsOf(language), english };
  const sentences: Sentence[] = [];
  const commonWords = new Set<string>();
  const add = (sentence: Omit<Sentence, 'index' | 'act' | 'terms'>, knownAct: Act | null = null) => {
    const terms = [...new Set(termsOf(sentence.text, termOptions))];
    const act = knownAct ?? actOf(sentence.text, terms.length, { english });
    sentences.push({ ...sentence, index: sentences.length, act, terms });
  };

  for (const { text, act } of earlier.sentences)
    add({ turn: -1, seq: 0, speaker: null, addressee: null, text, kind: 'previous' }, act);

  let worked = 0;
  for (const [index, turn] of turns.entries()) {
    if (turn.speaker.kind === 'system') continue;
    const addressee = otherOf(speakers, turn.speaker);
    for (const { text, kind } of sentencesOf(turn.text, { tool: turn.speaker.kind === 'tool' })) {
      const clean = kind === 'prose' ? cleanSpeech(text, habits) : text;
      if (!/[\p{L}\p{N}]/u.test(clean) || (kind === 'prose' && !isProse(clean))) continue;
      for (const word of clean.matchAll(/(?<=\s)\p{Ll}[\p{L}]+/gu)) commonWords.add(word[0]);
      add({ turn: index, seq: turn.seq, speaker: turn.speaker, addressee, text: clean, kind });
    }
    worked += turn.text.length;
    if (worked > sliceCharacters) {
      worked = 0;
      await yieldToEventLoop();
      request.signal.throwIfAborted();
    }
  }
  return { sentences, speakers, language, english, listedLanguage: language !== 'other', spoken: habits.spoken, commonWords };
}

function otherOf(speakers: readonly Speaker[], speaker: Speaker): Speaker | null {
  if (speakers.length !== 2) return null;
  return speakers.find(({ id }) => id !== speaker.id) ?? null;
}

/** From all over the text: a conversation may begin in one language and go on in another. */
function sampleOf(turns: readonly Turn[], previousText: string): string {
  const pieces = [previousText.slice(0, sampleLength / 4)];
  const step = Math.max(1, Math.floor(turns.length / 200));
  let size = 0;
  for (let index = 0; index < turns.length && size < sampleLength; index += step) {
    const turn = turns[index]!;
    if (turn.speaker.kind === 'tool' || turn.speaker.kind === 'system') continue;
    const piece = turn.text.slice(0, 2_000);
    pieces.push(piece);
    size += piece.length;
  }
  return pieces.join('\n');
}
