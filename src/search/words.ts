/** Words that say nothing about a topic, in a few languages; every other language is served by frequency alone. Data only. */
import { textTerms } from './terms.ts';

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).flatMap((word) => textTerms(word)));
}

/** Function and question words: they match everywhere and mean nothing by themselves. */
export const emptyWords: ReadonlySet<string> = list(`
a about after again all also am an and any are as at be because been before being between both but by can could did do
does doing don done during each either ever every few for from further had has have having he her here hers
herself him himself his how i if in into is it its itself just let many may me might more most much must my myself
no nor not now of off on once only or other our ours out over own s same shall she should so some such t than that the
their theirs them themselves then there these they this those through to too under until up us very was we were what
when where whether which while who whom whose why will with within without would you your yours yourself kind type sort
thing things mention mentioned say said tell told talk talked discuss discussed describe ask asked remember recall
aber alle als am auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der des dich die dir doch du
durch ein eine einem einen einer er es für gab haben habe hat hatte hatten ich ihm ihn ihr im in ist ja kann kein keine
man mein mich mir mit nach nicht noch nur oder schon sehr sein sich sie sind so über um und uns unser unter vom von vor
war waren warum was wann wenn wer werden wie wieder wieso will wir wird wo womit wurde zu zum zur
au aux avec avez ce cela ces cette comment dans de des donc du elle elles en est et eu fait il ils je la le les leur lui
ma mais me mes moi mon ne nos notre nous on ont ou où par pas plus pour pourquoi quand que quel quelle quelles quels qui
quoi sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous à était été être
al algo como con cuál cuáles cuándo cuánto de del donde dónde el ella en entre era es esa ese eso esta este esto está fue
ha han has hay he la las le les lo los me mi mis muy más ni no nos o para pero por porque qué que quién se ser si sin
sobre son su sus también te tiene tu un una uno y ya yo él
che chi ci cosa da dal dei della di dove ed gli ho hai il io lei lui ma mia mio ne nel nella non per perché più quando
quello questa questo sei sono sua suo ti tutto è
ao aos até com da das dele dela do dos ela ele em essa esse eu foi isso já mais mas meu minha na nas nem nos não o os
pela pelo quando quem seu sua são também tem um uma você
aan bij daar dat deze dit een er geen heb hebben heeft het hier hij hoe ik je maar met mijn naar niet nog nu of om ons
ook op te van veel voor waar wanneer wat wie zijn zo
а без был была были в вам вас все вы где да для его ее если есть за и из или их к как когда кто мне мой мы на нас не но о
он она они от по при с так там то ты у что чтобы это я
什么 怎么 哪里 哪儿 谁 我们 你们 他们 的 了 吗 呢 是 在 です ます でし した どこ 何 なに いつ 誰 から まで ですか 무엇 어디 언제 누구
`);

/** Small talk: warm, frequent, and never what a question about the past looks for. */
export const pleasantWords: ReadonlySet<string> = list(`
hey hi hello thank thanks thx welcome please wow great awesome cool nice good amazing glad happy sound sounds really love
well yeah yes yep sure ok okay congrats congratulations proud wonderful fantastic lovely super fun keep know take care
bye see look looking forward hope excited exciting definitely absolutely totally sorry like going go thing lot way feel
feeling mean help make made agree true right exactly indeed haha lol inspiring best luck
hallo danke bitte super toll schön gerne genau klar prima
salut bonjour merci bien sûr génial super parfait
hola gracias vale genial claro bueno perfecto
`);

/** Someone tells of himself, in the languages above. */
export const tellsOfSelf =
  /(?<![\p{L}])(?:i|i'm|i’m|i've|i’ve|i'd|i'll|my|me|mine|we|our|ich|mein\p{L}{0,2}|wir|unser\p{L}{0,2}|je|j'|j’|mon|ma|mes|nous|notre|yo|mi|mis|nosotros|io|mio|mia|eu|meu|minha|ik|mijn|я|мой|моя|мы)(?!\p{L})|我|私|僕|俺|나는|내|제가/iu;

export const tellsTime =
  /(?<![\p{L}])(?:yesterday|today|tonight|tomorrow|ago|recently|lately|since|just|weekends?|weeks?|months?|years?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|last (?:night|summer|winter|spring|fall)|this morning|gestern|heute|morgen|neulich|woche|monat|jahr|hier|demain|semaine|mois|année|ayer|hoy|mañana|semana|mes|año|ieri|oggi|settimana|ontem|hoje|вчера|сегодня|завтра)(?!\p{L})|\b(?:19|20)\d{2}\b|\b\d{1,2}[.:]\d{2}\b|昨日|今日|明日|先週|来週|去年|昨天|今天|明天|上周|어제|오늘|내일/iu;

export const tellsNumber =
  /\d|(?<![\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|twice|once|couple|several|first|second|third|another|zwei|drei|vier|fünf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)(?!\p{L})/iu;
