/** Finds questions that nobody answered, and proposals that somebody agreed to. */
import type { Sentence } from './document.ts';
import type { Speaker } from './turns.ts';

export type Exchanges = {
  isOpen(question: Sentence): boolean;
  /** Who agreed to a proposal; null if nobody did. */
  acceptedBy(proposal: Sentence): Speaker | null;
};

/** Turns after a question that may contain the answer. */
const answerTurns = 2;
const noAnswer =
  /\b(?:don't know|not sure|no idea|find out|get back to you|let me (?:check|see)|depends|weiß (?:ich )?nicht|keine ahnung|je ne sais pas|no (?:lo )?sé|non (?:lo )?so|não sei)\b|не знаю|不知道|不清楚|わかりません|わからない|모르/iu;
const agrees =
  /^(?:agreed|deal|ok(?:ay)?|yes|yep|yeah|sure|fine|perfect|sounds (?:good|great|fine|perfect)|good (?:idea|plan|point)|great (?:idea|plan)?|do (?:it|that|so)|go ahead|let's do (?:it|that|so)|einverstanden|abgemacht|ja|gern(?:e)?|machen wir|in ordnung|d'accord|entendu|oui|parfait|de acuerdo|vale|sí|perfecto|va bene|combinado|договорились|да|хорошо|好的?|可以|同意|行|いいですね|そうしましょう|はい|좋아요|네)(?![\p{L}\p{M}])/iu;
const objects =
  /\b(?:but|however|although|except|rather|aber|jedoch|lieber|mais|plutôt|pero|mejor|ma|mas)\b|但|でも|하지만|\?|？/iu;
/** After "Tea or coffee" a yes has no clear meaning. */
const eitherOr = /\b(?:or|oder|ou|o|oppure)\b|还是|還是|それとも/iu;
const agreementLength = 60;

export function exchangesOf(
  sentences: readonly Sentence[],
  /** The speakers of turns without a sentence. */
  wordless: ReadonlyMap<number, Speaker>,
): Exchanges {
  return {
    isOpen(question) {
      if (question.act !== 'question' || question.kind !== 'prose') return false;
      for (const later of turnsAfter(sentences, question, answerTurns))
        if (isOther(later, question) && answers(later, question)) return false;
      // A turn without a sentence, such as "31 euros.", can still be the answer.
      for (let turn = question.turn + 1; turn <= question.turn + answerTurns; turn += 1) {
        const speaker = wordless.get(turn);
        if (speaker !== undefined && speaker.id !== question.speaker?.id) return false;
      }
      return true;
    },
    acceptedBy(proposal) {
      if (proposal.act !== 'proposal' || proposal.kind !== 'prose' || eitherOr.test(proposal.text))
        return null;
      for (const later of turnsAfter(sentences, proposal, 1)) {
        if (!isOther(later, proposal)) {
          // The agreement is to a later proposal of the same turn.
          if (later.act === 'proposal' || later.act === 'question') return null;
          continue;
        }
        const settles = later.text.length <= agreementLength && agrees.test(later.text);
        return settles && !objects.test(later.text) ? later.speaker : null;
      }
      return null;
    },
  };
}

function* turnsAfter(sentences: readonly Sentence[], { index, turn }: Sentence, turns: number) {
  for (let at = index + 1; at < sentences.length && sentences[at]!.turn <= turn + turns; at += 1)
    yield sentences[at]!;
}

function isOther(later: Sentence, { speaker }: Sentence): boolean {
  return later.kind === 'prose' && later.speaker?.id !== speaker?.id;
}

function answers(later: Sentence, question: Sentence): boolean {
  if (noAnswer.test(later.text)) return false;
  const shared = later.terms.filter((term) => question.terms.includes(term)).length;
  return later.act !== 'question' || shared >= 2;
}
