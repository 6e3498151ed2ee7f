/** Orders that last, in languages other than English. A sentence that no pattern matches is not a rule. */

import { fromNowOn } from '../from-now-on.ts';
import { type InstructionGrammar, words } from './grammar.ts';

function grammar(...patterns: string[]): InstructionGrammar {
  return { patterns };
}

const german = (() => {
  const order = words(
    'antworte antworten_sie verwende verwenden_sie benutze? benutzen_sie nutze nutzen_sie schreibe? schreiben_sie nenne? mache? teste füge nimm sprich sprechen_sie duze sieze halte? halten_sie achte vermeide vermeiden_sie prüfe frage? gib zeige? lass sage? erkläre? erwähne übersetze formatiere lösche? ändere? pushe committe führe rede kürze fasse beginne beende merke? erstelle speichere wiederhole baue setze starte melde bleib sei',
  );
  const lasting = words(
    'immer stets grundsätzlich nie niemals nur ausschließlich keine? keinen keinerlei kein',
  );
  const onward = fromNowOn.german;
  const infinitive = '\\p{Ll}+(?:en|eln|ern)(?:[.!]*$|,)';
  return grammar(
    `^${onward},?\\s+(?:bitte\\s+)?(?:${order}|${lasting}|(?:sollst|musst|darfst) du|(?:möchte|will) ich,? dass du|.{0,100}\\s${infinitive})`,
    `^${order}.{0,80}\\s${lasting}`,
    `^${order}.{0,100}\\s${onward}`,
    '^(?:antworte|antworten sie|schreibe?|sprich|rede)(?: mir| mit mir| bitte| immer| nur){0,3} auf \\p{L}+',
    '^(?:nenne?|nennen sie) mich\\s',
    '^(?:duze|sieze|duzen sie|siezen sie) mich(?!\\p{L})',
    '^keine? \\p{L}+(?: \\p{L}+){0,3} mehr[.!]*$',
    `^(?:immer|stets|nie|niemals|grundsätzlich)\\s+(?:bitte\\s+)?(?!(?:wieder|noch|wenn|mehr|schon|so|im|war|ist|das war|ich|er|sie|es|hat|habe|wieso|gewesen|im leben)(?!\\p{L})).{2,120}${infinitive}`,
    '^du (?:sollst|musst|darfst|solltest)(?!\\p{L}).{0,40}(?<!\\p{L})(?:immer|nie|niemals|nur|keine?n?)(?!\\p{L})',
    '^ich (?:möchte|will|erwarte),? dass du(?!\\p{L}).{0,80}(?<!\\p{L})(?:immer|nie|niemals|nur|auf deutsch|auf englisch)(?!\\p{L})',
  );
})();

const french = (() => {
  const order = words(
    'réponds répondez utilise[zs]? écris écrivez emploie employez fais faites ajoute[zs]? parle[zs]? garde[zs]? évite[zs]? tutoie vouvoie vouvoyez lance[zs]? vérifie[zs]? demande[zs]? donne[zs]? mets mettez traduis formate commence[zs]? termine[zs]? supprime[zs]? modifie[zs]? pousse[zs]? reste[zs]? explique[zs]? mentionne[zs]? sois soyez commite[zs]? teste[zs]? propose[zs]? cite[zs]? touche[zs]? casse[zs]? efface[zs]? renomme[zs]? déplace[zs]? crée[zs]? installe[zs]? déploie déployez écrase[zs]? invente[zs]? oublie[zs]?',
  );
  const onward = fromNowOn.french;
  return grammar(
    `^${onward},?\\s+(?:(?:s'il (?:te|vous) pla[iî]t|merci de),?\\s*)?(?:${order}|ne\\s|n'|toujours|tu (?:dois|devras)|vous devez|je (?:veux|voudrais) que (?:tu|vous)|\\p{L}+-moi)`,
    `^${order}.{0,80}\\s(?:${onward}|toujours|uniquement|seulement|exclusivement)(?!\\p{L})`,
    `^(?:ne\\s|n')${order}\\s(?:jamais|plus|pas)(?!\\p{L})`,
    '^ne (?:jamais|plus) \\p{L}+(?:er|ir|re)(?!\\p{L})',
    '^toujours \\p{L}+(?:er|ir|re)(?!\\p{L})',
    '^(?:réponds|répondez|écris|écrivez|parle[zs]?)(?:-moi)?(?: toujours| uniquement)? en \\p{L}+',
    '^appelle[zs]?-moi\\s',
    '^(?:tutoie|vouvoie|tutoyez|vouvoyez)-moi(?!\\p{L})',
    '^ne me (?:tutoie|vouvoie|tutoyez|vouvoyez)[zs]? (?:plus|jamais|pas)(?!\\p{L})',
    '^(?:tu (?:dois|devras)|vous devez) (?:toujours|ne jamais)(?!\\p{L})|^(?:tu ne dois|vous ne devez) jamais(?!\\p{L})',
    '^je (?:veux|voudrais|préfère) que (?:tu|vous) .{0,60}(?:toujours|jamais)(?!\\p{L})',
  );
})();

const spanish = (() => {
  const order = words(
    'responde responda contesta conteste usa use utiliza utilice escribe escriba haz haga habla hable añade agrega evita evite mantén mantenga pon di ejecuta comprueba pregunta explica traduce empieza termina borra elimina cambia formatea incluye menciona sé verifica trata cita',
  );
  const forbidden = words(
    'uses use respondas escribas hagas hables añadas pongas digas borres elimines cambies modifiques toques menciones incluyas preguntes subas empujes utilices inventes repitas instales agregues',
  );
  const onward = fromNowOn.spanish;
  return grammar(
    `^${onward},?\\s+(?:por favor,?\\s*)?(?:${order}|no ${forbidden}|nunca ${forbidden}|siempre|nunca|quiero que|debes|tienes que|\\p{L}+me(?!\\p{L}))`,
    `^siempre ${order}`,
    `^${order}.{0,80}\\s(?:${onward}|siempre|solo|sólo|solamente|únicamente)(?!\\p{L})`,
    `^(?:nunca|jamás|no) ${forbidden}`,
    '^(?:responde|responda|contesta|escribe|habla)(?:me)?(?: siempre| solo)? en \\p{L}+',
    '^ll[áa]m[ae]me\\s',
    '^(?:debes|tienes que) (?:siempre|nunca)(?!\\p{L})|^(?:siempre|nunca) (?:debes|tienes que)(?!\\p{L})',
    '^quiero que .{0,60}(?:siempre|nunca)(?!\\p{L})',
  );
})();

const portuguese = (() => {
  const order = words(
    'responda responde use usa utilize escreva escreve faça fale fala adicione evite mantenha coloque diga execute verifique pergunte explique traduza comece termine apague mude altere inclua mencione seja cite delete remova modifique envie',
  );
  const onward = fromNowOn.portuguese;
  return grammar(
    `^${onward},?\\s+(?:por favor,?\\s*)?(?:${order}|não ${order}|nunca|sempre|quero que|você deve|me chame)`,
    `^(?:sempre|nunca|não) ${order}`,
    '^(?:nunca|não) (?!(?:antes|vezes|apenas|nessas|nesses|essas|esses|aquelas|aqueles)(?!\\p{L}))\\p{L}{3,}(?:es|as)(?!\\p{L})\\s+\\p{L}',
    `^${order}.{0,80}\\s(?:${onward}|sempre|apenas|somente)(?!\\p{L})`,
    '^(?:responda|responde|escreva|fale)(?:-me)?(?: sempre| apenas)? em \\p{L}+',
    '^(?:me chame|chame-me|me chama)(?: de)?\\s',
    '^você deve (?:sempre|nunca)(?!\\p{L})',
  );
})();

const italian = (() => {
  const order = words(
    'rispondi risponda usa usi utilizza scrivi scriva fai parla aggiungi evita mantieni metti esegui controlla chiedi spiega traduci inizia finisci cancella cambia includi menziona sii cita verifica',
  );
  const onward = fromNowOn.italian;
  return grammar(
    `^${onward},?\\s+(?:per favore,?\\s*)?(?:${order}|non \\p{L}+re(?!\\p{L})|sempre|voglio che|devi|\\p{L}+mi(?!\\p{L}))`,
    `^${order}.{0,80}\\s(?:${onward}|sempre|solo|soltanto|unicamente)(?!\\p{L})`,
    '^non \\p{L}+(?:are|ere|ire)(?!\\p{L})\\s',
    '^(?:rispondi|scrivi|parla)(?:mi)?(?: sempre| solo)? in \\p{L}+',
    '^chiamami\\s',
    '^devi sempre(?!\\p{L})|^non devi mai(?!\\p{L})',
  );
})();

const dutch = (() => {
  const order = words(
    'antwoord gebruik schrijf spreek vermijd houd hou voeg geef zeg maak doe vraag test controleer push commit verwijder wijzig leg noem',
  );
  const onward = fromNowOn.dutch;
  return grammar(
    `^${onward},?\\s+(?:graag\\s+|alsjeblieft\\s+)?(?:${order}|altijd|nooit|alleen|geen|wil ik dat je|moet je|mag je)`,
    `^${order}.{0,80}\\s(?:${onward}|altijd|nooit|alleen|geen|uitsluitend)(?!\\p{L})`,
    '^(?:antwoord|schrijf|spreek)(?: altijd)? in het \\p{L}+',
    '^noem (?:me|mij)\\s',
    '^je (?:moet|mag) (?:altijd|nooit|geen)(?!\\p{L})',
  );
})();

const scandinavian = (() => {
  const onward = fromNowOn.scandinavian;
  const order = words(
    'svara skriv använd kör fråga undvik håll ge lägg ta gör säg tala kalla visa kontrollera testa svar skriv bruk brug kjør kør spør spørg unngå undgå hold gi giv legg læg gjør gør si sig snakk tal kall kald vis sjekk tjek test',
  );
  return grammar(
    `^${onward},?\\s+(?:${order}|alltid|altid|aldri|aldrig|bara|bare|kun|ska du|skal du|vill jag att du|vil jeg at du)`,
    `^(?:alltid|altid|aldri|aldrig)\\s+${order}`,
    `^${order}.{0,80}\\s(?:${onward}|alltid|altid|aldri|aldrig)(?!\\p{L})`,
    '^(?:svara|svar|skriv|tala|snakk|tal)(?: alltid| altid)? på \\p{L}{2,}ska?[.!]*$',
    '^(?:kalla|kall|kald) (?:mig|meg)\\s',
  );
})();

const turkish = (() => {
  const order =
    '(?:ver|yaz|kullan|konuş|cevapla|yanıtla|yap|sor|söyle|ekle|çalıştır|cevap verin|yazın|kullanın|konuşun|yapın|sorun)';
  return grammar(
    `^(?:lütfen )?(?:${fromNowOn.turkish}|her zaman|daima)[,\\s]\\s?[^,]{1,120}\\s${order}[.!]*$`,
    `^(?:bundan (?:sonra|böyle)[,\\s]\\s?)?(?:asla|hiçbir zaman)\\s[^,]{1,120}(?:ver|yaz|kullan|konuş|yap|sor|söyle|ekle|sil|değiştir)(?:ma|me)(?:yın|yin)?[.!]*$`,
  );
})();

const arabic = (() => {
  const order = '(?:أجب|أجبني|اكتب|استخدم|استعمل|تحدث|أضف|اجعل|لا ت\\p{L}+)';
  const always = 'دائم[اًً]{1,2}';
  const onward = fromNowOn.arabic;
  return grammar(
    `^${onward}[،,]?\\s+(?:من فضلك[،,]?\\s+)?(?:${always}\\s+)?${order}(?!\\p{L})`,
    `^${always}\\s+${order}(?!\\p{L})`,
    `^${order}\\s+${always}(?!\\p{L})`,
    `^${order}\\s.{0,80}(?:${always}|${onward}|أبد[اًً]{1,2})[.!]*$`,
  );
})();

const polish = grammar(
  `^${fromNowOn.polish},?\\s+(?:proszę,?\\s*)?(?:zawsze |nigdy nie |nie |tylko )?\\p{L}+(?:aj|ij|uj|yj|ej|ź|cie)(?!\\p{L})`,
  '^(?:proszę,?\\s*)?(?:zawsze|nigdy nie|tylko) \\p{L}+(?:aj|ij|uj|yj|ej|ź|cie)(?!\\p{L})',
  '^(?:odpowiadaj|pisz|mów)(?: mi| do mnie| zawsze| tylko){0,2} (?:po \\p{L}+|w języku)',
  '^(?:nazywaj mnie|zwracaj się do mnie)\\s',
);

const russian = (() => {
  const order = '\\p{L}{2,}(?:й|йте|и|ите|ь|ьте)(?!\\p{L})';
  const calm = '(?:пережива|волну|бойся|беспоко|думай|груст|плачь|жди)';
  return grammar(
    `^${fromNowOn.russian},?\\s+(?:пожалуйста,?\\s*)?(?:всегда |никогда не |не |только )?(?:${order}|ты (?:должен|должна))`,
    `^(?:пожалуйста,?\\s*)?(?:всегда|никогда не|только) (?:мне |на \\p{L}+ |сначала )?${order}`,
    `^${order}.{0,60}(?<!\\p{L})(?:всегда|только|отныне|впредь)(?!\\p{L})`,
    `^не (?!${calm})\\p{L}{2,}(?:й|йте)(?!\\p{L})\\s`,
    '^(?:отвечай|отвечайте|пиши|пишите|говори|говорите)(?: мне| со мной| всегда)? (?:на \\p{L}+|по-\\p{L}+)',
    '^(?:называй|называйте|зови|зовите) меня\\s',
    '^(?:ты|вы) (?:должен|должна|должны|обязан) (?:всегда|никогда)(?!\\p{L})',
  );
})();

const chinese = grammar(
  `^(?:请|請)?(?:你)?${fromNowOn.chinese}[，,、\\s]?(?:请|請|你|都|要|不要|别|別|不许|不准|一律|始终|始終|总是|總是|必须|必須|只|用|使用|回答|叫我|称呼|稱呼|务必|務必|永远|永遠|每次)`,
  '^(?:请|請)(?:你)?(?:始终|始終|总是|總是|务必|務必|一直|永远|永遠|一律|每次|只|不要|别|別|勿|用.{1,12}(?:回答|回复|回覆|交流|写|寫)|叫我|称呼我|稱呼我)',
  '^(?:永远|永遠|绝对|絕對|千万|千萬)(?:不要|别|別|不可|不能|不许)',
  '^(?:始终|始終|总是|總是|一律|每次都?要?|务必|務必)(?:用|使用|要|以|在|先|保持|运行|運行|检查|檢查|回答)',
  '^(?:不要|别|別|禁止|不准|不许)(?:再)?(?:使用|用|写|寫|说|說|提|修改|删除|刪除|提交|推送|加|添加)',
  '^(?:叫我|称呼我|稱呼我|用.{1,8}(?:回答|回复|回覆))',
  '^你(?:必须|必須|应该|應該|要)(?:始终|始終|总是|總是|永远|永遠|一直|只)',
);

const japaneseOrder =
  '(?:ください|下さい|して|してね|しろ|ないで|使って|答えて|書いて|話して|こと|お願いします|お願い|禁止|使うな|するな)[。．.!！ねよ]*$';
const japanese = grammar(
  `^${fromNowOn.japanese}[、,]?.{1,120}${japaneseOrder}`,
  `^(?:.{1,8}は)?(?:常に|必ず|いつも|絶対に?|毎回|決して)[、,]?.{1,120}${japaneseOrder}`,
  `^.{1,12}語(?:だけ)?で(?:答え|返事|回答|返信|書い|話し).{0,12}(?:ください|下さい|て|お願いします)[。!！ね]*$`,
  '^.{0,8}私?(?:のこと)?を?.{1,20}と呼んで',
  '^.{1,40}(?:は|を)(?:使わ|変更し|削除し|コミットし|プッシュし|書か)ないで(?:ください)?(?:[、,]絶対に?)?[。!！ね]*$',
);

const koreanOrder =
  '(?:세요|해\\s?줘|해\\s?주세요|하지\\s?마|마세요|마|말아\\s?줘|말아\\s?주세요|해라|줘|주세요|할 것|하지 말 것|해)[.!요]*$';
const korean = grammar(
  `^${fromNowOn.korean},?\\s?.{2,120}${koreanOrder}`,
  `^(?:항상|언제나|반드시|절대로?|무조건)\\s.{1,120}${koreanOrder}`,
  '^.{0,10}\\s?.{1,20}(?:이?라고) 불러',
  `^.{1,12}(?:어|말)로(?:만)? (?:대답|답변|답|말|써).{0,10}${koreanOrder}`,
);

export const otherLanguages: readonly InstructionGrammar[] = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  scandinavian,
  turkish,
  polish,
  arabic,
  russian,
  chinese,
  japanese,
  korean,
];
