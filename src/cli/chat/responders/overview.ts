/** Recognizes requests for an overview: "summarise everything", "what happened so far?", in several languages. Pure. */
import { queryStopWords } from '../../../text/stop-words.ts';

/** Beginnings of words that ask for a summary. */
const asking =
  /^(?:summar|recap|tldr|overview|gist|zusammenfass|fass|überblick|résum|resum|synthès|síntes|sintesi|riassu|resumo|resumir|happened|passiert|geschehen|passé|pasó)/u;
/** Words for the whole conversation, and words that commonly stand beside them in such a request. */
const whole =
  /^(?:everything|all|whole|entire|conversations?|threads?|chats?|talks?|discussions?|histor(?:y|ies)|far|now|until|till|today|messages?|brief|briefly|short|shortly|please|give|make|fais|faire|gib|mach|haz|dame|fammi|faça|write|quick|alles|ganze[nsr]?|gesprächs?|bisher|bitte|zusammen|tout|toute|conversation|jusqu|ici|todo|toda|conversación|ahora|tutto|conversazione|finora|tudo|conversa|agora)$/u;
const unspaced = /^(?:请|請)?(?:总结|總結|概括|要約|まとめ|요약)/u;
const longest = 80;

export function asksForOverview(text: string): boolean {
  const line = text.trim().toLowerCase();
  if (line.length > longest || line.includes('\n')) return false;
  if (unspaced.test(line)) return true;
  const words = line.replaceAll(/tl[;:]?dr/gu, 'tldr').match(/[\p{L}\p{M}]+/gu) ?? [];
  const rest = words.filter((word) => !queryStopWords.has(word) && !whole.test(word));
  return words.some((word) => asking.test(word)) && rest.every((word) => asking.test(word));
}
