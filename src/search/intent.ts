/**
 * Whether a message needs anything of the past at all. Thanks, greetings, a yes, "go on" or "shorter, please"
 * are about what was said last, which is shown anyway: nothing is looked up for them.
 */

import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { asksOwnPast } from './asked-role.ts';

/** Words that ask to continue or change the last answer. */
const followUps: ReadonlySet<string> = new Set(
  textTerms(`
    continue proceed ahead next again retry repeat redo undo stop wait done finish finished start begin run try
    shorter longer simpler clearer better briefer faster slower detail details detailed more less another example examples
    explain elaborate expand rephrase rewrite summarize translate english german french spanish
    nope nah perfect correct wrong exact fine alright understood got gotcha noted interesting
    test testing ping there morning afternoon evening night day one two three first second last option
    beaucoup mille muchas muchísimas vielen lieben herzlichen tante mille muito hartelijk
    y n k kk np ty thy lgtm
    ja nein doch weiter mach mache fertig nochmal kürzer länger ausführlicher einfacher beispiel verstanden stimmt richtig
    falsch passt guten morgen tag abend okay los
    oui non continue encore court long exemple compris bonsoir accord vas allez
    sí si no sigue continúa adelante otra vez corto largo ejemplo entendido buenos buenas días tardes noches
    avanti ancora grazie ciao prego obrigado obrigada continua sim não bom dia dank goed verder
    спасибо да нет дальше продолжай ещё хорошо привет
  `),
);

/** In scripts without spaces between words, whole messages are compared. */
const unspaced =
  /^(?:谢谢(?:你|您)?|多谢|好(?:的|吧)?|是(?:的)?|对|嗯+|行|可以|没问题|继续|再见|你好|您好|不(?:是|用)?|明白(?:了)?|ありがとう(?:ございます|ございました)?|どうも|はい|いいえ|うん|了解(?:です|しました)?|わかりました|続けて(?:ください)?|お願いします|こんにちは|おはよう(?:ございます)?|감사(?:합니다|해요)|고마워(?:요)?|네|예|응|아니(?:요|오)?|좋아요?|알겠(?:습니다|어요)|계속(?:해\S{0,3})?|안녕(?:하세요)?)+$/u;

/** A message this long has a topic, whatever its words. */
const mostWords = 12;

export function needsRecall(text: string): boolean {
  const bare = text.replaceAll(/[\p{P}\p{S}\s]+/gu, '');
  if (bare === '' || unspaced.test(bare)) return false;
  const terms = textTerms(text);
  if (terms.length > mostWords) return true;
  const telling = terms.filter((term) => !isStopTerm(term) && !isSmallTalkTerm(term));
  return telling.some((term) => !followUps.has(term)) || (telling.length > 0 && asksOwnPast(text));
}
