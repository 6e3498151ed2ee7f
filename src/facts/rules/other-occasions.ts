/**
 * Sentences in languages other than English that bind the assistant on every occasion of a kind ("chaque fois que tu
 * …, lance …"), as a general rule, or by what the user prefers. The occasion is one of the assistant's own work, so the
 * sentence speaks to it; "every time I save" and "each time it runs" are reports.
 */
import { type InstructionGrammar, words } from './grammar.ts';

const german = (() => {
  const order = words(
    'führe? frage? lass starte? prüfe? teste? schreibe? nutze? verwende benutze? mache? zeige? sage? gib nimm lege? füge halte? warte melde? aktualisiere formatiere erstelle committe pushe erkläre? vermeide denke? achte erwähne nenne? antworte dokumentiere verlinke stelle? setze? rufe? lies baue?',
  );
  const occasion =
    '(?:jedes ?mal,? wenn du|immer,? wenn du|wann immer du|sooft du|bevor du (?:etwas|irgendetwas|einen?|eine|code|dateien)|(?:vor|nach) (?:jedem|jeder|allen))';
  return [
    `^${occasion}(?!\\p{L})[^?,]{0,100},?\\s(?:bitte\\s+)?(?:${order}|(?!(?:in|an|wie|habe|hatte|denke|bin|kann)\\s)\\p{L}*[^t\\P{L}] (?:die|den|das|mich|mir|bitte|einen?|alle|keine|nie|immer)(?!\\p{L}))`,
    `^(?:sobald|wenn|nachdem) du\\s[^?,]{2,80},\\s*${order}[^?]{0,40}\\s(?:immer|stets|jedes ?mal)(?!\\p{L})`,
    '^bei jede[mr] (?:neuen )?(?:commit|pr|pull request|antwort|änderung|release|nachricht|funktion|datei)\\s(?!.*(?<!\\p{L})(?:ist|kommt|gibt|war|hat|steht|passiert)(?!\\p{L}))',
    '^(?:mir ist (?:es )?wichtig|ich lege wert darauf),? dass du\\s[^?]{0,80}(?:nie|niemals|immer|nicht|keine?n?|nur)(?!\\p{L})',
    '^keine? \\p{L}+ (?:in (?:deinen|den) (?:antworten|nachrichten|mails|kommentaren)|(?:an |auf )?\\p{L}* ?ohne \\p{L}+)(?!.*(?<!\\p{L})(?:ist|war|hat|geht)(?!\\p{L}))',
    '^es (?:wird|darf) nichts\\s[^?]{2,60},?\\s(?:ohne dass ich|bevor ich|solange ich)(?!\\p{L})',
    `^${order}[^?]{0,100}(?:jedes ?mal|immer|stets)(?:\\s[^?,]{0,60})?,\\s*(?:wenn|bevor|nachdem|sobald) du\\s`,
    `^wenn du (?:unsicher|dir nicht sicher|im zweifel)[^?,]{0,60},\\s*(?:dann\\s+)?(?:bitte\\s+)?${order}`,
    `^im zweifel(?:sfall)?,?\\s(?:bitte\\s+)?${order}`,
    `^(?:grundsätzlich|generell|prinzipiell|in der regel|im allgemeinen)\\s(?:bitte\\s+)?(?:keine?n?|nur|immer|nie|${order})(?!\\p{L})`,
    '^(?:mir wäre (?:es )?lieber|ich fände es besser|ich hätte (?:es )?lieber),?\\s(?:wenn )?du\\s[^?]{0,80}(?:nie|niemals|immer|nicht|keine?n?|nur)(?!\\p{L})',
    '^ich (?:bevorzuge|möchte lieber|mag lieber) (?:kurze|knappe|lange|ausführliche|einfache)\\s',
    '^ohne (?:meine?|unsere?) (?:zustimmung|erlaubnis|freigabe|einwilligung|ok)\\s[^?]{2,100}(?:nichts|niemals|nie|keine?n?|nicht)(?!\\p{L})',
    '^(?:alles|jede?r?s? \\p{L}+),?\\s[^?]{2,80}(?:braucht|benötigt|erfordert) meine (?:zustimmung|freigabe|erlaubnis)',
    '^(?:alle|jede[rs]?) (?:code|commits?|commit-nachrichten|kommentare|antworten|datumsangaben|tests|funktion(?:en)?|dateien|variablen)(?: \\p{L}+)? (?:müssen|muss|sollen|soll|auf (?:deutsch|englisch|\\p{L}+isch)|im \\p{L}+-?format|in \\p{L}+(?:schreibweise|form))(?!\\p{L})',
  ];
})();

const french = (() => {
  const order = words(
    'lance[zs]? exécute[zs]? demande[zs]? vérifie[zs]? teste[zs]? écris écrivez utilise[zs]? mets mettez ajoute[zs]? évite[zs]? préviens prévenez montre[zs]? dis dites fais faites garde[zs]? attends attendez mentionne[zs]? réponds répondez explique[zs]? formate[zs]? crée[zs]? propose[zs]? cite[zs]? préfère[zs]? documente[zs]? relance[zs]? touche[zs]? ne',
  );
  return [
    `^(?:chaque fois que (?:tu|vous)|à chaque fois que (?:tu|vous)|dès que (?:tu|vous)|quand (?:tu|vous) (?:as|avez|es|êtes) (?:fini|terminé)|avant de \\p{L}+ (?:quoi que ce soit|quelque chose|un|une|du|des)|(?:avant|après|à) chaque)(?!\\p{L})[^?,]{0,100},\\s*(?:s'il (?:te|vous) pla[iî]t,?\\s*)?${order}`,
    `^(?:en règle générale|en général|par défaut|en principe|en cas de doute|dans le doute),\\s*(?:${order}|pas de|toujours)`,
    `^quand (?:tu|vous) [^?,]{2,80},\\s*${order}[^?]{0,40}\\stoujours(?!\\p{L})`,
    "^pas d(?:e |['’])\\p{L}+ dans (?:tes|vos|les) (?:réponses|messages|commits|commentaires)",
    '^je (?:veux|voudrais|souhaite) que (?:chaque|toutes? (?:tes|vos)) (?:réponse|message|commit|explication)s?(?!\\p{L})',
    "^je (?:préfère|préférerais|voudrais|veux|souhaite) que (?:tu|vous) (?:me |m'|n'|ne )",
    `^ne (?:touche|modifie|supprime|change|utilise|pousse|fais|mets|dis|donne|ajoute|écris|propose|mentionne)[zs]? jamais(?!\\p{L})`,
    '^(?:rien|aucun\\p{L}*)\\s[^?]{2,80}sans (?:mon|notre) (?:accord|autorisation|feu vert|approbation)',
    `^(?:n'|ne )?[^?]{2,80}sans (?:mon|notre) (?:accord|autorisation|feu vert|approbation)[.!]*$`,
    '^(?:tous|toutes) (?:les|tes|vos) (?:commits?|messages?|commentaires?|réponses?|dates?|fonctions?|fichiers?|tests?)(?: \\p{L}+){0,2} (?:doivent\\s|en (?:anglais|français|allemand|espagnol|italien)|au format)',
  ];
})();

const spanish = (() => {
  const order = words(
    'ejecuta ejecute corre corra lanza pregunta pregúntame pregunte avísame avisa comprueba verifica revisa escribe usa utiliza pon añade agrega evita muestra muéstrame dime di haz espera menciona responde respóndeme explica formatea crea propón cita prefiere documenta actualiza no',
  );
  return [
    `^(?:cada vez que (?:\\p{L}*(?:es|as)(?!\\p{L})|vayas a|tú)|siempre que \\p{L}*(?:es|as)(?!\\p{L})|cuando (?:termines|acabes|no estés segur[oa]|tengas dudas)|antes de \\p{L}+ (?:algo|nada|cualquier|un|una|código|archivos)|(?:antes|después) de cada|en caso de duda)(?!\\p{L})[^?,]{0,100},\\s*(?:por favor,?\\s*)?(?:siempre\\s)?${order}`,
    `^(?:como|por) (?:regla|norma)(?: general)?,\\s*(?:${order}|nada de|sin)|^(?:por regla general|en general|por defecto),\\s*(?:evita|usa|utiliza|responde|escribe|prefiere|no \\p{L}+es|nada de)(?!\\p{L})`,
    '^(?:prefiero|preferiría|me gustaría|quisiera|quiero) que (?:nunca|siempre|no|me|sólo|solo|uses|respondas|escribas|evites|hables)(?!\\p{L})',
    '^(?:nada|ningún|ninguna)\\s[^?]{2,80}sin mi (?:permiso|aprobación|autorización|visto bueno)|^no [^?]{2,80}sin mi (?:permiso|aprobación|autorización|visto bueno)',
    '^tod[oa]s? (?:l[oa]s|tus) (?:commits?|mensajes|comentarios|respuestas|fechas|funciones|archivos|pruebas)(?: \\p{L}+){0,3} (?:deben\\s|en (?:inglés|español|alemán|francés)|en formato)',
    '^nada de \\p{L}+ en (?:tus|las) (?:respuestas|mensajes|comentarios)',
    '^(?:pídeme|pide|solicita)(?: mi)? (?:permiso|confirmación|autorización|aprobación) antes de\\s',
  ];
})();

const portuguese = (() => {
  const order = words(
    'rode execute pergunte pergunta-me me_avise me_pergunte me_diga avise verifique confira escreva use utilize coloque adicione evite mostre diga faça espere mencione responda explique formate crie proponha cite prefira documente atualize não',
  );
  return [
    `^(?:sempre que (?:você |for |\\p{L}+(?:ar|er|ir)(?!\\p{L}))|toda vez que (?:você|tu)|cada vez que (?:você|tu)|antes de \\p{L}+ (?:algo|qualquer|um|uma|código|arquivos)|(?:antes|depois) de cada|em caso de dúvida|na dúvida)[^?,]{0,100},\\s*(?:por favor,?\\s*)?(?:sempre\\s)?${order}`,
    `^(?:como|por|via de) regra(?: geral)?,\\s*${order}`,
    '^(?:prefiro|preferia|gostaria|quero) que (?:você|tu|vc) (?:nunca|sempre|não|me|só|use|responda|escreva|evite|fale)(?!\\p{L})',
    '^(?:peça|solicite)(?: a)?(?: minha)? (?:permissão|autorização|aprovação|confirmação) antes de\\s',
    '^nada de \\p{L}+ nas (?:suas )?(?:respostas|mensagens)',
    '^(?:nunca|não) (?:faça|dê|mexa|toque|suba|envie|use|apague|altere|invente|suponha)(?!\\p{L})',
    '^(?:nada|nenhum\\p{L}*)\\s[^?]{2,80}sem (?:a )?minha (?:aprovação|permissão|autorização)|^não [^?]{2,80}sem (?:a )?minha (?:aprovação|permissão|autorização)',
  ];
})();

const italian = (() => {
  const order = words(
    "esegui lancia chiedi chiedimi avvisami avvisa verifica controlla scrivi usa utilizza metti aggiungi evita mostra mostrami dimmi di' fai aspetta menziona rispondi spiega formatta crea proponi cita preferisci documenta aggiorna non",
  );
  return [
    `^(?:ogni volta che \\p{L}+i(?!\\p{L})|tutte le volte che \\p{L}+i(?!\\p{L})|quando (?:hai finito|sei in dubbio|non sei sicur[oa])|prima di \\p{L}+ (?:qualcosa|qualsiasi|un|una|codice|file)|(?:prima di|dopo) ogni|in caso di dubbio|nel dubbio)(?!\\p{L})[^?,]{0,100},\\s*(?:per favore,?\\s*)?(?:sempre\\s)?${order}`,
    `^quando \\p{L}+i (?!\\p{L}*ò)[^?,]{2,80},\\s*${order}[^?]{0,20}\\ssempre(?!\\p{L})`,
    '^niente \\p{L}+ nelle (?:tue )?(?:risposte|email|spiegazioni)',
    '^(?:chiedi|chiedimi)(?: il)?(?: mio)? (?:permesso|conferma|autorizzazione)? ?prima di\\s[^?]{0,40}(?:qualsiasi|qualcosa|qualunque)',
    `^(?:come regola(?: generale)?|di regola|in generale|di default),\\s*${order}`,
    '^(?:preferisco|preferirei|vorrei|voglio) che (?:tu )?(?:non |mi |ti )?[^?]{0,40}(?:mai|sempre|solo|usassi|usi|risponda|rispondessi|dia|dessi)(?!\\p{L})',
    '^(?:nulla|niente|nessun\\p{L}*)\\s[^?]{2,80}senza (?:la )?mia (?:approvazione|autorizzazione|conferma)|^non [^?]{2,80}senza (?:la )?mia (?:approvazione|autorizzazione|conferma)',
  ];
})();

const dutch = (() => {
  const order = words(
    'draai voer vraag check controleer schrijf gebruik zet voeg vermijd laat toon zeg doe wacht noem antwoord leg maak geef meld test werk',
  );
  return [
    `^(?:elke keer (?:dat|als|wanneer) je|telkens (?:als|wanneer) je|wanneer je|zodra je|voordat je (?:iets|een|code)|(?:voor|na|bij) elke|bij twijfel|in geval van twijfel)(?!\\p{L})[^?,]{0,100},?\\s(?:altijd\\s)?${order}`,
    `^(?:als (?:algemene )?regel|in principe|standaard|over het algemeen),?\\s${order}`,
    '^ik (?:heb|had|zou) (?:het )?liever(?: hebben)? (?:dat|als|niet dat) je\\s[^?]{0,80}(?:nooit|altijd|niet|geen|alleen)(?!\\p{L})',
    '^(?:voortaan|vanaf nu|in het vervolg) (?:graag|alleen|geen|altijd|nooit|liever)(?!\\p{L})',
    '^geen \\p{L}+ in (?:je|jouw|de) (?:antwoorden|berichten|mails|reacties)',
    '^niets?\\s[^?]{2,80}zonder mijn (?:toestemming|goedkeuring|akkoord)',
  ];
})();

const scandinavian = (() => {
  const order = words(
    'kör kjør kør fråga spør spørg skriv använd bruk brug visa vis lägg legg læg undvik unngå undgå vänta vent testa test kontrollera sjekk tjek säg si sig svara svar formatera uppdatera oppdater opdater',
  );
  return [
    `^(?:varje gång du|hver gang du|innan du|før du|när du|når du|(?:före|efter|før|etter|ved|vid) (?:varje|hver|hvert))(?!\\p{L})[^?,]{0,100},?\\s(?:alltid\\s|altid\\s)?${order}`,
    '^jag (?:föredrar|vill helst) att du\\s|^jeg (?:foretrekker|foretrækker|vil helst) (?:at|ha at) du\\s',
    `^(?:som regel|i regel|som tommelfingerregel|vid tvekan|ved tvivl|i tvil),?\\s${order}`,
  ];
})();

const polish = (() => {
  const order = '\\p{L}+(?:aj|ij|uj|yj|ej|ź|dź|cie|om|ń|isz|rz)(?!\\p{L})';
  return [
    `^(?:za każdym razem,? (?:gdy|kiedy) \\p{L}+sz|zawsze,? (?:gdy|kiedy) \\p{L}+sz|ilekroć \\p{L}+sz|zanim (?:coś|cokolwiek) \\p{L}+sz|(?:przed|po) każd\\p{L}+|w razie wątpliwości)(?!\\p{L})[^?,]{0,100},?\\s(?:zawsze |nie |mnie )?${order}`,
    '^(?:wolę|wolałbym|wolałabym|chcę|chciałbym|chciałabym),? żebyś\\s[^?]{2,120}(?:nigdy|zawsze|nie|tylko|mnie)(?!\\p{L})|^(?:wolę|wolałbym|wolałabym|chcę),? żebyś (?:nigdy|zawsze|nie|tylko|mnie)(?!\\p{L})',
    `^(?:co do zasady|z zasady|generalnie|domyślnie),?\\s(?:nie |zawsze )?${order}`,
    '^(?:nic|niczego) [^?]{2,80}bez mojej (?:zgody|akceptacji)|^nie [^?]{2,80}bez mojej (?:zgody|akceptacji)',
  ];
})();

const russian = (() => {
  const order = '\\p{L}{2,}(?:й|йте|и|ите|ь|ьте)(?!\\p{L})';
  const you = '\\p{L}+(?:шь|шься|ете|ите)(?!\\p{L})';
  return [
    `^(?!.*(?<!\\p{L})(?:я|мы|он|она|они)(?!\\p{L}))(?:каждый раз,? (?:когда|как) (?:ты |вы )?${you}|всякий раз,? когда (?:ты |вы )?${you}|всегда,? когда (?:ты |вы )?${you}|прежде чем [^?,]{2,60}|(?:перед|после) (?:каждым|каждой|каждого|любым|любой)|если (?:не уверен\\p{L}?|сомневаешься)|в случае сомнений)[^?,]{0,100},?\\s(?:всегда |не |сначала |мне )?${order}`,
    '^(?:я )?(?:предпочитаю|предпочёл бы|предпочла бы|хочу|хотел бы|хотела бы),? чтобы (?:ты|вы)\\s[^?]{0,80}(?:всегда|никогда|коротко|кратко|не|только|меня|отвечал)',
    `^(?:как правило|в общем случае|по умолчанию|в целом),\\s(?:не |всегда |только )?${order}`,
    '^(?:ничего|никаких?)\\s[^?]{2,80}без моего (?:согласия|разрешения|одобрения)|^не [^?]{2,80}без моего (?:согласия|разрешения|одобрения)',
  ];
})();

const turkish = (() => {
  const order =
    '(?:\\p{L}+(?:ma|me)(?:yın|yin|yınız|yiniz)?|\\p{L}*(?:ver|yaz|kullan|konuş|cevapla|yanıtla|yap|sor|söyle|ekle|çalıştır|göster|bekle|kontrol et|test et|hitap et|et|güncelle|açıkla|belirt|koy|oku|iste|bildir|formatla)(?:in|ın|un|ün)?)[.!]*$';
  return [
    // Begins with the words that are rare: a scan for them takes far less time than one for what stands before them.
    `(?<=^[^?,]{2,80}\\s)her \\p{L}+(?:dığında|diğinde|duğunda|düğünde|tığında|tiğinde|tuğunda|tüğünde)(?!\\p{L}),?\\s[^?]{2,100}\\s?${order}`,
    `^her \\p{L}+ (?:önce|sonra|öncesinde|sonrasında)(?!\\p{L}),?\\s[^?]{2,100}\\s?${order}`,
    `(?<=^[^?,]{2,80}(?:madan|meden) )önce (?:mutlaka|her zaman|daima|hep|önce)\\s[^?]{2,100}\\s?${order}`,
    `^(?:bana |benimle )?(?:her zaman|daima|hep)\\s[^?]{2,100}\\s${order}`,
    `^(?:genel (?:kural )?olarak|kural olarak|varsayılan olarak),?\\s[^?]{2,100}\\s${order}`,
    `^(?:izin|onay)(?:ım|im) olmadan\\s[^?]{2,100}${order}`,
  ];
})();

const arabic = [
  '^(?:في كل مرة|كلما) (?:ت\\p{L}+|قمت|أردت)[^?؟]{2,100}[،,]\\s*(?:من فضلك )?(?:قم ب|لا ت)?\\p{L}{2,}',
  '^قبل (?:كل|أن ت\\p{L}+|أي)\\s[^?؟]{2,80}[،,]\\s*\\p{L}{2,}',
  '^لا ت\\p{L}+\\s[^?؟]{2,80}(?:أبد[اًً]{1,2}|مطلق[اًً]{1,2}|بدون (?:إذني|موافقتي)|دون (?:إذني|موافقتي))[.!]*$',
  '^(?:أفضل|أريد|أرغب) (?:أن|ألا) ت\\p{L}+\\s[^?؟]{0,80}(?:دائم[اًً]{1,2}|أبد[اًً]{1,2})',
];

const chinese = [
  '^(?:请|請)?(?:你)?每(?:次|当|當|逢)(?!我|他|她|它|们)[^?？吗]{1,40}?(?:[，,]|之?后|之?後|之?前|时|時|的时候)[，,]?(?:请|請)?(?:你)?(?:都|要|必须|必須|请|請|先|应该|應該|务必|一定要|不要|别)',
  '^(?:没有|沒有|未经|未經|没经过)我(?:的)?(?:同意|允许|允許|批准|确认|確認|许可)[，,]?(?:都)?(?:不要|不能|不准|不得|不许|别|別|禁止)',
  '^[^?？，,我他她]{2,20}?(?:一律|统一|統一|始终|全部都?要?)(?:用|使用|写|寫|要|以|采用|放)',
  '^(?:在)?[^?？，,我他她]{1,12}(?:之前|前)[，,]?(?:请|請)?(?:一定要?|务必|必须|必須|都要|先要?)(?:先)?(?:问|問|征求|告诉|告訴|跟我|经过我|运行|跑|检查)',
  '^(?:所有|全部)(?:的)?[^?？，,我他]{1,12}?(?:都|必须|均)(?:要|必须|得)?(?:用|使用|写|寫|以|采用|放)',
  '^(?:在)?(?:回答|回复|写代码|写注释|提交|翻译)(?:我)?(?:的时候|时|時)[，,]?(?:请|都|要|不要|别|必须|先)',
  '^(?:我希望|我想要|希望)你(?:以后|每次|始终|总是|永远|不要|别再|都|只)',
  '^(?:原则上|一般来说|一般情况下|默认)[，,]?(?:请|都|要|不要|用|使用|先)',
];

const japanese = (() => {
  const order =
    '(?:ください|下さい|して|してね|しろ|ないで|使って|答えて|書いて|話して|こと|お願いします|お願い|禁止|使うな|するな|確認して|聞いて|教えて)[。．.!！ねよ]*$';
  return [
    `^[^?？か]{2,40}(?:たびに|度に|ごとに|毎に|ときは(?:必ず|いつも|毎回)|際は(?:必ず|いつも|毎回)?|場合は(?:必ず|いつも|毎回)|(?:する|る)前(?:に|は)(?:必ず|いつも|毎回)|(?:した|た)(?:後|あと)(?:は|に)?(?:必ず|いつも|毎回))[、,]?[^?？]{2,80}${order}`,
    `^(?:原則(?:として)?|基本的に(?:は)?|デフォルトでは?)[、,]?[^?？]{2,80}${order}`,
    `^(?:私の)?(?:許可|承認|同意)(?:なし|なく|無し)(?:に|で)?[、,]?[^?？]{2,80}(?:ないで(?:ください)?|禁止|するな)[。.!！]*$`,
  ];
})();

const korean = (() => {
  const order =
    '(?:세요|해\\s?줘|해\\s?주세요|하지\\s?마|마세요|마|말아\\s?줘|말아\\s?주세요|해라|줘|주세요|할 것|하지 말 것|해|물어봐|확인해|돌려|알려)[.!요]*$';
  return [
    `^[^?]{2,40}\\s?때마다,?\\s[^?]{2,80}${order}`,
    `^[^?]{2,40}(?:기 전에|한 후에|한 뒤에|고 나서)(?:는|도)?,?\\s(?:반드시|항상|꼭|언제나|무조건)\\s[^?]{2,80}${order}`,
    `^(?:내|제) (?:허락|동의|승인) 없이(?:는)?\\s[^?]{2,80}${order}`,
    `^(?:기본적으로|원칙적으로),?\\s[^?]{2,80}${order}`,
  ];
})();

export const otherOccasions: InstructionGrammar = {
  patterns: [
    ...german,
    ...french,
    ...spanish,
    ...portuguese,
    ...italian,
    ...dutch,
    ...scandinavian,
    ...polish,
    ...turkish,
    ...russian,
    ...arabic,
    ...chinese,
    ...japanese,
    ...korean,
  ],
};
