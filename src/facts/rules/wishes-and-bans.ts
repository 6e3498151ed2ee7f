/**
 * Sentences in languages other than English that bind by what the speaker wishes of the assistant ("ich möchte, dass du
 * künftig …"), by what is forbidden to it ("il est interdit de pousser …"), or by the scope of an order ("… dans toutes
 * tes réponses"). A ban must be about the assistant's own work, because much else is forbidden in the world.
 */

import { fromNowOn } from '../from-now-on.ts';
import type { InstructionGrammar } from './grammar.ts';

type Parts = {
  /** What the speaker wants of the assistant, up to its deed. */
  wish?: string;
  /** Words by which a wish lasts. */
  lasting?: string;
  /** Words that forbid the deed behind them. */
  ban?: string;
  /** The assistant's own work. */
  deed?: string;
  /** The beginnings of orders that end with a scope. */
  order?: string;
  /** "In all your answers". */
  everywhere?: string;
  /** "Without asking me", behind a negated order. */
  unasked?: string;
  negated?: string;
  others?: readonly string[];
};

const borrowed = 'push\\p{L}*|commit\\p{L}*|merg\\p{L}*|deploy\\p{L}*|rebase\\p{L}*';

function patternsOf(parts: Parts): string[] {
  const { wish, lasting, ban, deed, order, everywhere, unasked, negated, others = [] } = parts;
  const work = `(?<!\\p{L})(?:${deed}|${borrowed})(?!\\p{L})`;
  const patterns = [...others];
  if (wish && lasting) patterns.push(`^(?:${wish})(?!\\p{L})[^?¿]{0,120}(?<!\\p{L})(?:${lasting})(?!\\p{L})`);
  if (wish && everywhere) patterns.push(`^(?:${wish})(?!\\p{L})[^?¿]{0,120}(?<!\\p{L})${everywhere}`);
  if (ban) patterns.push(`^(?:${ban})(?!\\p{L})[^?¿]{0,80}?${work}`);
  if (order && everywhere) patterns.push(`^(?:${order})(?!\\p{L})[^?¿]{2,120}(?<!\\p{L})${everywhere}`);
  // Begins with the words that are rare, because a scan for them takes far less time than one for the others.
  if (unasked && negated)
    patterns.push(`${unasked}(?!\\p{L})(?<=^(?:${negated})(?!\\p{L})[^?¿]{1,120}[\\s,،]${unasked})`);
  return patterns;
}

const german = patternsOf({
  wish: '(?:ich (?:möchte|will|wünsche mir|wünschte|erwarte|verlange|bitte darum|bestehe darauf|lege wert darauf|hätte gerne?|fände es (?:gut|schön|besser)|wäre (?:dir |ihnen )?(?:sehr )?(?:dankbar|froh))|es wäre (?:mir )?(?:schön|gut|toll|nett|super|hilfreich|lieb|lieber|wichtig)|mir ist (?:es )?(?:sehr )?wichtig|achte (?:bitte )?darauf|sorge (?:bitte )?dafür|pass (?:bitte )?auf|denk (?:bitte )?daran),? (?:dass|wenn) (?:du|sie|deine|jede|alle)',
  lasting: `immer|stets|nie|niemals|nie wieder|nur noch|nicht mehr|keine?n?|${fromNowOn.german}|jedes ?mal|grundsätzlich|generell|ohne (?:meine?|mich)`,
  ban: '(?:es ist|dir ist(?: es)?|hiermit ist(?: es)?|es gilt als)(?: dir)? (?:strikt |streng |strengstens |ausdrücklich |grundsätzlich )?(?:nicht erlaubt|nicht gestattet|verboten|untersagt)|(?:du|sie) (?:darfst|sollst|dürfen|sollen)(?= (?:[^?,]{0,60} )?(?:nicht|nie|niemals|keinesfalls|auf keinen fall|unter keinen umständen|keine?[nmrs]?)(?!\\p{L}))|ich (?:verbiete|untersage) (?:dir|ihnen)',
  deed: '(?:zu )?(?:löschen|ändern|verändern|bearbeiten|anfassen|anrühren|anzufassen|verwenden|benutzen|nutzen|installieren|schreiben|erwähnen|überschreiben|umbenennen|verschieben|entfernen|hinzufügen|hinzuzufügen|antworten|ausführen|auszuführen|starten|verschicken|senden|veröffentlichen|erfinden|raten|kaufen|bezahlen|buchen|anlegen|anzulegen|erstellen|weitergeben|preisgeben|hochladen|einchecken|einzuchecken)',
  order:
    '(?:bitte )?(?:verwende|benutze?|nutze|schreibe?|gib|nenne?|lass|vermeide|setze?|füge?|beginne|beende|halte?|zeige?|mache?|erwähne|zitiere|verzichte|antworte|fass|formuliere|spare?)',
  everywhere:
    '(?:in|bei|zu|mit|unter) (?:allen?|jede[rmns]?|deinen|ihren|sämtlichen) (?:deine[rn] |ihre[rn] |künftigen )*(?:antworten?|nachrichten?|mails?|e-mails?|commits?|erklärungen?|zusammenfassungen?|texten?|änderungen?|vorschläge?n?)(?!\\p{L})',
  unasked:
    'ohne (?:mich |vorher |zuerst |erst |uns )*(?:zu fragen|gefragt zu haben|rücksprache|rückfrage|nachzufragen|meine?\\p{L}* \\p{L}+)',
  negated: '[^?,]{0,60}(?:nicht|nichts|nie|niemals|keine?n?)',
  others: [
    '^ich (?:will|möchte) (?!dich|ihn|sie|euch|dir)(?:nie|niemals|nie wieder|nie mehr|keine?n?|in \\p{L}+ \\p{L}+ keine?n?) (?!dich|ihn|sie|euch)[^?]{2,60}(?:sehen|lesen|hören|bekommen)(?:,? bitte)?[.!]*$',
    '^(?:bitte )?(?:finger|hände|pfoten) weg (?:von|vom)(?!\\p{L})',
    '^(?:bitte )?(?:sprich|sprechen sie|rede|reden sie|schreib) mich\\s[^?]{0,30}(?:mit|als|per) \\p{L}+',
    '^(?:bitte )?verzichte (?:\\p{L}+ ){0,2}auf \\p{L}',
    '^(?:(?!ich|wir|er|sie|es|du|man|das|die|der|mein|meine|wie|was|warum|wieso|weil|dass|und)\\p{L}+ ){1,3}(?:bitte )?(?:gib|nenne?|schreibe?|verwende|benutze?|nutze?|setze?|formatiere|zeige?|mache?|runde|behandle|beantworte|halte?|lass)(?: bitte)?(?: mir)? (?:bitte )?(?:grundsätzlich|immer|stets|nie|niemals|generell|nur|ausschließlich|künftig|ab jetzt)(?!\\p{L})',
    `^(?:bitte )?(?:von|ab) (?:jetzt|nun|sofort|heute)(?: an)?,? (?:bitte )?(?:nur|immer|nie|keine?n?|mehr|weniger|wieder|kürzer|länger|auf|in|mit|ohne)(?!\\p{L})(?!.*(?<!\\p{L})(?:ich|wir|er|es|ist|wird|gibt)(?!\\p{L}))`,
    `^(?:bitte )?(?:${fromNowOn.german}),? (?:bitte )?(?:nur|immer|nie|keine?n?|mehr|weniger|kürzere?|ohne)(?!\\p{L})(?!.*(?<!\\p{L})(?:ich|wir|er|es|ist|wird|gibt)(?!\\p{L}))`,
  ],
});

const french = patternsOf({
  wish: "(?:j(?:e |')(?:veux|voudrais|souhaite|souhaiterais|préfère|préférerais|demande|exige|aimerais|tiens à ce|insiste pour)(?: bien| vraiment| que)*(?: qu?)?(?:e)? ?(?:tu|vous|que tu|que vous)|(?:ce serait|il serait) (?:bien|mieux|gentil|utile|préférable|parfait) (?:que|si) (?:tu|vous)|il (?:est|serait) (?:très )?important que (?:tu|vous)|merci de|prière de|(?:veille[zs]?|pense[zs]?|tiens-toi|tenez-vous) (?:bien )?à|(?:tâche[zs]?|essaie[zs]?|essayez|assure[zs]?-(?:toi|vous)|prends soin|prenez soin|n'oublie[zs]? pas|souviens-toi|rappelle-toi) (?:bien )?(?:de|d'|que tu|que))",
  lasting: `toujours|jamais|ne plus|n'\\p{L}+ plus|plus jamais|uniquement|${fromNowOn.french}|chaque fois|systématiquement|sans (?:me|mon|m')`,
  ban: "(?:il (?:est|t'est|vous est)|c'est) (?:strictement |formellement |absolument |totalement )?(?:interdit|défendu|prohibé|hors de question)(?: de| d')?|(?:tu n'as|vous n'avez) (?:pas|jamais) (?:le droit|l'autorisation|la permission) (?:de|d')|(?:tu|vous) n(?:e |')(?:peux|dois|pouvez|devez|es) (?:pas|jamais|plus)(?: autorisée? à)?|interdiction (?:formelle |absolue |stricte )?de|je (?:t'|vous )interdis (?:de|d')",
  deed: '(?:pousser|commiter|committer|supprimer|effacer|modifier|changer|toucher|utiliser|employer|installer|écrire|mentionner|fusionner|déployer|renommer|déplacer|ajouter|créer|lancer|exécuter|envoyer|publier|inventer|deviner|répondre|partager|révéler|divulguer|acheter|payer|réserver|écraser)',
  order:
    "(?:s'il (?:te|vous) pla[iî]t,? )?(?:évite[zs]?|évitez|utilise[zs]?|utilisez|emploie|employez|mets|mettez|ajoute[zs]?|ajoutez|donne[zs]?|donnez|écris|écrivez|cite[zs]?|indique[zs]?|garde[zs]?|commence[zs]?|termine[zs]?|mentionne[zs]?|précise[zs]?|ne|pas d(?:e |'))",
  everywhere:
    '(?:dans|à|pour|avec|en (?:fin|début) de|à la fin de|au début de) (?:toutes? |tous |chaque |chacune? de )?(?:les |tes |vos |ta |chacune de tes )?(?<=toutes? (?:les |tes |vos )?|tous (?:les |tes |vos )?|chaque |chacune? de (?:tes |vos )?|tes |vos )(?:réponses?|messages?|commits?|explications?|résumés?|textes?|mails?|e-mails?|courriels?|phrases?)(?!\\p{L})',
  unasked:
    "sans (?:d'abord )?(?:me (?:le )?demander|m'(?:en )?(?:avoir|demander|avertir|prévenir)\\p{L}*|me (?:consulter|prévenir)|(?:mon|ma|notre) \\p{L}+)",
  negated: "(?:[^?,]{0,40})?(?:ne |n'|rien|aucun\\p{L}*)",
  others: [
    '^ne (?:touche|modifie|supprime|change|utilise|pousse|fais|mets|dis|donne|ajoute|écris|propose|mentionne)\\p{L}* (?:jamais|plus|pas)(?!\\p{L})',
    "^je ne veux (?:plus|jamais|pas) (?:voir|lire|avoir|recevoir) (?!(?:mes|cette?|ces|mon|ma|personne) )[^?]{2,60}(?:dans|de|du|des|d'|tableau|emoji)[^?]{0,40}[.!]*$",
    `^${fromNowOn.french},? (?:plus|pas|sans|uniquement|seulement|rien|jamais)(?:\\s|d')(?!.*(?<!\\p{L})(?:je|il|elle|on|nous|est|sera|va|sont)(?!\\p{L}))`,
    '^pas touche (?:à|au|aux)(?!\\p{L})',
    '^(?:tutoie|vouvoie|tutoyez|vouvoyez|appelle|appelez)[zs]?-(?:moi|nous)(?!\\p{L})',
  ],
});

const spanishDeed =
  '(?:borrar|eliminar|modificar|cambiar|tocar|usar|utilizar|instalar|escribir|subir|empujar|mencionar|fusionar|desplegar|renombrar|mover|añadir|agregar|crear|ejecutar|enviar|publicar|inventar|adivinar|responder|comprar|pagar|reservar|compartir|revelar|sobrescribir|hacer (?:push|commit|merge|deploy))(?:l[oae]s?|me|nada)?';
const spanish = patternsOf({
  wish: '(?:me gustaría que|quiero que|quisiera que|prefiero que|preferiría que|necesito que|espero que|exijo que|te pido que|agradecería que|es (?:muy )?importante que|sería (?:bueno|mejor|ideal) que|asegúrate de(?: que)?|procura|intenta|trata de|recuerda(?: que)?|acuérdate de)',
  lasting: `siempre|nunca|jamás|ya no|nunca más|solo|sólo|únicamente|${fromNowOn.spanish}|cada vez|sin (?:mi|pre|con)\\p{L}*`,
  ban: '(?:está|queda) (?:terminantemente |estrictamente |totalmente |absolutamente )?prohibido|no (?:tienes|tiene) (?:mi )?(?:permiso|autorización) (?:para|de)|no (?:puedes|debes|deberías|podrás|estás autorizad[oa] (?:a|para)|te está permitido|se te permite|está permitido)|(?:nunca|jamás) (?:puedes|debes)|te prohíbo|prohibido',
  deed: spanishDeed,
  order:
    '(?:por favor,? )?(?:evita|usa|utiliza|pon|añade|agrega|da|escribe|cita|indica|mantén|empieza|termina|menciona|incluye|no)',
  everywhere:
    '(?:en|con|al final de|al principio de|para) (?:tod[oa]s )?(?:cada (?:una de )?)?(?:l[oa]s |tus |sus )?(?<=tod[oa]s (?:l[oa]s |tus |sus )?|cada (?:una de )?(?:tus )?|tus )(?:respuestas?|mensajes?|commits?|explicaciones|explicación|resúmenes|textos?|correos?)(?!\\p{L})',
  unasked:
    'sin (?:antes )?(?:preguntar\\p{L}*|consultar\\p{L}*|avisar\\p{L}*|pedir\\p{L}* \\p{L}+|mi \\p{L}+)',
  negated: '(?:[^?¿,]{0,30}\\s)?(?:no|nunca|jamás|nada|ningún|ninguna)',
  others: [
    `^${fromNowOn.spanish},? (?:nada|sin|solo|sólo|ni|más|menos|nunca)\\s(?!.*(?<!\\p{L})(?:yo|él|ella|es|será|va|son|está)(?!\\p{L}))`,
  ],
});

const portuguese = patternsOf({
  wish: '(?:(?:eu )?(?:gostaria|queria|quero|prefiro|preferia|preciso|espero|exijo|peço|agradeceria)(?: de)? que (?:você|tu|vc|as|cada|todas?)?|é (?:muito )?importante que|seria (?:bom|melhor|ótimo) (?:que|se)|certifique-se de(?: que)?|procure|tente|lembre-se de(?: que)?|lembra-te de)',
  lasting: `sempre|nunca|jamais|nunca mais|só|apenas|somente|não \\p{L}+ mais|${fromNowOn.portuguese}|cada vez|toda vez|sem (?:me|minha|a minha)`,
  ban: '(?:é|está|fica) (?:expressamente |estritamente |terminantemente |absolutamente )?proibido|(?:você |tu |vc )?(?:não|nunca) (?:pode|deve|podes|deves|poderá|tem (?:minha )?(?:permissão|autorização) (?:para|de)|está autorizad[oa] a|tens permissão para|lhe é permitido|é permitido)|proíbo (?:você|te)|proibido',
  deed: '(?:apagar|excluir|deletar|remover|eliminar|modificar|mudar|alterar|mexer|tocar|usar|utilizar|instalar|escrever|subir|enviar|mencionar|fazer (?:push|commit|merge|deploy)|renomear|mover|adicionar|criar|executar|rodar|publicar|inventar|adivinhar|responder|comprar|pagar|reservar|compartilhar|partilhar|revelar|sobrescrever)',
  order:
    '(?:por favor,? )?(?:evite|use|utilize|coloque|ponha|adicione|dê|escreva|cite|indique|mantenha|comece|termine|mencione|inclua|não|nada de|sem)',
  everywhere:
    '(?:em|com|no final de|no início de|para) (?:tod[oa]s )?(?:cada (?:uma das )?)?(?:[oa]s |suas |tuas )*(?<=tod[oa]s (?:[oa]s |suas |tuas )*|cada (?:uma das )?(?:suas )?|suas |tuas )(?:respostas?|mensagens|mensagem|commits?|explicações|resumos?|textos?|e-mails?)(?!\\p{L})',
  unasked: 'sem (?:antes )?(?:me )?(?:perguntar|consultar|avisar|pedir \\p{L}+|(?:a )?minha \\p{L}+)(?:-me)?',
  negated: '(?:[^?,]{0,30}\\s)?(?:não|nunca|jamais|nada|nenhum\\p{L}*)',
  others: [
    '^não quero (?:mais |ver (?:mais )?)?\\p{L}+ (?:nas|em) (?:suas |tuas )?(?:respostas|mensagens|explicações)',
  ],
});

const italian = patternsOf({
  wish: '(?:vorrei che|voglio che|preferisco che|preferirei che|desidero che|mi aspetto che|pretendo che|ti chiedo di|ho bisogno che|ti prego di|è (?:molto )?importante che|sarebbe (?:meglio|bene|bello) (?:che|se)|mi piacerebbe che|assicurati (?:di|che)|cerca di|ricordati di|ricorda di|fai in modo (?:di|che)|fai attenzione a)',
  lasting: `sempre|mai|mai più|solo|soltanto|unicamente|non \\p{L}+ più|${fromNowOn.italian}|ogni volta|senza (?:chieder|la mia|il mio)\\p{L}*`,
  ban: "(?:è|resta) (?:severamente |assolutamente |strettamente |tassativamente )?(?:vietato|proibito)|non (?:puoi|devi|può|deve|hai il permesso di|hai l'autorizzazione (?:a|per)|sei autorizzat[oa] a|ti è (?:permesso|consentito)|è (?:permesso|consentito))(?: mai)?|ti (?:vieto|proibisco) di|vietato|guai a",
  deed: '(?:cancellare|eliminare|rimuovere|modificare|cambiare|toccare|usare|utilizzare|installare|scrivere|caricare|inviare|menzionare|fare (?:push|commit|merge|il deploy|deploy)|rinominare|spostare|aggiungere|creare|eseguire|lanciare|pubblicare|inventare|indovinare|rispondere|comprare|pagare|prenotare|condividere|rivelare|sovrascrivere|spingere)',
  order:
    '(?:per favore,? )?(?:evita|usa|utilizza|metti|aggiungi|dai|scrivi|cita|indica|mantieni|inizia|finisci|termina|menziona|includi|niente|non)',
  everywhere:
    "(?:in|con|alla fine di|all'inizio di|nelle|per) (?:tutt[ei] )?(?:ogni |ciascuna )?(?:l[e] |i |tue |sue )*(?<=tutt[ei] (?:le |i |tue )*|ogni |tue |nelle (?:tue )?)(?:rispost[ae]|messagg[io]i?|commit|spiegazion[ei]|riassunt[oi]|test[oi]|e-?mail)(?!\\p{L})",
  unasked:
    'senza (?:prima )?(?:chieder\\p{L}*|consultar\\p{L}*|avvisar\\p{L}*|avvertir\\p{L}*|(?:il mio|la mia) \\p{L}+)',
  negated: '(?:[^?,]{0,30}\\s)?(?:non|mai|niente|nulla|nessun\\p{L}*)',
  others: [
    '^(?:dammi|dimmi|dacci|chiedimi|scrivimi|rispondimi|mostrami|avvisami|parlami|spiegami|mandami|ricordami|segnalami)\\s(?:[^?]{0,80}\\s)?(?:sempre|prima di ogni)(?!\\p{L})',
    `^${fromNowOn.italian},? (?:niente|senza|solo|basta|più|meno|mai)\\s(?!.*(?<!\\p{L})(?:io|lui|lei|è|sarà|va|sono|sta)(?!\\p{L}))`,
    '^(?:dammi|diamoci) (?:sempre )?del (?:tu|lei)(?!\\p{L})',
  ],
});

const dutch = patternsOf({
  wish: '(?:ik (?:wil|zou willen|wens|verwacht|eis|zou graag zien|heb graag|zou het fijn vinden|vind het belangrijk|sta erop),? (?:graag )?(?:dat|als) je|het (?:is|zou) (?:mij |voor mij )?(?:heel )?(?:belangrijk|fijn|beter|goed)(?: zijn)?,? (?:dat|als) je|zorg (?:er ?voor |ervoor )?dat|let erop dat|probeer|denk eraan)',
  lasting: `altijd|nooit|niet meer|geen|alleen(?: nog)?|${fromNowOn.dutch}|elke keer|steeds|zonder (?:mij|mijn|te)`,
  ban: 'het is (?:je |jou |u )?(?:strikt |ten strengste |absoluut )?(?:verboden|niet toegestaan)(?: om)?|(?:je|jij|u) mag (?=(?:[^?,]{0,60} )?(?:niet|nooit|geen|niets)(?!\\p{L}))|ik verbied je(?: om)?',
  deed: '(?:te )?(?:verwijderen|wissen|wijzigen|aanpassen|aanraken|aan te raken|gebruiken|installeren|schrijven|noemen|hernoemen|verplaatsen|toevoegen|toe te voegen|veranderen|versturen|overschrijven|delen|kopen|betalen|boeken|uitvoeren|uit te voeren|verzinnen|raden|aanmaken|publiceren)',
  order: '(?:gebruik|schrijf|vermijd|zet|voeg|geef|noem|laat|begin|eindig|houd|hou|vermeld|citeer|geen)',
  everywhere:
    '(?:in|bij|met|onder|aan het eind van) (?:alle?|elke?|al je|al jouw|je|jouw) (?:van )?(?:je |jouw )?(?:antwoorden|antwoord|berichten?|commits?|uitleg|samenvatting(?:en)?|mails?|teksten?)(?!\\p{L})',
  unasked:
    'zonder (?:het )?(?:eerst )?(?:(?:aan )?mij )?(?:(?:het )?(?:eerst )?te (?:vragen|overleggen|melden)|mijn \\p{L}+|overleg|toestemming)',
  negated: '(?:[^?,]{0,40}\\s)?(?:niet|niets|nooit|geen)',
  others: ['^(?:blijf|handen) (?:af van|van)(?!\\p{L})|^blijf van [^?]{2,60} af[.!]*$'],
});

const scandinavian = patternsOf({
  wish: '(?:jag (?:vill|önskar|föredrar|skulle vilja|förväntar mig|skulle uppskatta)(?: om)?,? (?:att )?du|jeg (?:vil|ønsker|foretrekker|foretrækker|forventer|vil gerne have|vil gjerne|ville sette pris på)(?: ha)?,? (?:at|om|hvis) du|det (?:är|er) (?:viktigt|viktig|vigtigt)(?: för mig| for meg| for mig)? (?:att|at) du|se till att|sørg for (?:at|å)|försök att|prøv at|prøv å)',
  lasting: `alltid|altid|aldrig|aldri|bara|bare|kun|inte längre|ikke længere|ikke lenger|${fromNowOn.scandinavian}|varje gång|hver gang|utan att|uden at|uten å`,
  ban: 'det (?:är|er) (?:strängt |strengt |absolut )?(?:förbjudet|forbudt|inte tillåtet|ikke tillatt|ikke tilladt)(?: för dig| for dig| for deg)?(?: att| at| å)?|du (?:får|må|skal|ska) (?:absolut |bare )?(?:inte|ikke|aldrig|aldri)|jag förbjuder dig att',
  deed: '(?:ta bort|radera|ändra|röra|använda|installera|skriva|nämna|döpa om|flytta|lägga till|skapa|köra|skicka|publicera|hitta på|gissa|svara|köpa|betala|boka|slette|fjerne|endre|ændre|røre|bruge|bruke|skrive|installere|nevne|nævne|flytte|tilføje|legge til|opprette|oprette|kjøre|køre|sende|dele|købe|kjøpe|svare|overskrive)',
  order: '(?:använd|undvik|skriv|lägg|ge|bruk|brug|unngå|undgå|legg|læg|gi|giv|inga|ingen|nämn|nevn|nævn)',
  everywhere:
    '(?:i|med|på|ved|till) (?:alla|alle|varje|hvert|hver|samtliga) (?:av )?(?:dina |dine )?(?:svar|meddelanden|meldinger|beskeder|commits?|förklaringar|forklaringer|texter|tekster)(?!\\p{L})',
  unasked:
    '(?:utan|uden|uten) (?:att |at |å )?(?:först |først )?(?:att |at |å )?(?:fråga|spørge|spørre|kolla|min[at]?|mitt|mit)',
  negated: '(?:[^?,]{0,40}\\s)?(?:inte|ikke|aldrig|aldri|inga|ingen|inget|ingenting)',
});

const polish = patternsOf({
  wish: '(?:chcę|chciałbym|chciałabym|wolę|wolałbym|wolałabym|proszę|oczekuję|zależy mi|ważne jest|byłoby dobrze|dopilnuj|pamiętaj|upewnij się|postaraj się),? (?:o to,? )?(?:żebyś|żeby|abyś|aby|by|gdybyś)?',
  lasting: `zawsze|nigdy|tylko|wyłącznie|już nie|więcej nie|${fromNowOn.polish}|za każdym razem|bez (?:pytania|mojej)`,
  ban: '(?:nie wolno(?: ci)?|zabraniam(?: ci)?|zabronione jest|jest zabronione|zakazuję(?: ci)?|nie (?:możesz|masz prawa|masz pozwolenia|masz zgody|powinieneś|powinnaś))',
  deed: '(?:usuwać|usunąć|kasować|skasować|zmieniać|zmienić|modyfikować|pushować|wypychać|używać|użyć|instalować|pisać|dotykać|ruszać|edytować|wysyłać|scalać|wdrażać|tworzyć|dodawać|przenosić|nadpisywać|publikować|zgadywać|wymyślać|kupować|udostępniać|ujawniać|odpowiadać)',
  order: '(?:używaj|unikaj|pisz|podawaj|dodawaj|zaczynaj|kończ|nie|bez)',
  everywhere:
    '(?:w|we|do|na końcu|na początku) (?:wszystkich|każd\\p{L}+|swoich|twoich) (?:swoich |twoich |swojej |twojej )?(?:odpowied\\p{L}+|wiadomości\\p{L}*|wyjaśnie\\p{L}+|commit\\p{L}*|tekst\\p{L}*)',
  unasked: 'bez (?:pytania|zapytania|mojej \\p{L}+|uzgodnienia|konsultacji)',
  negated: '(?:[^?,]{0,30}\\s)?(?:nie|nigdy|niczego|żadnych)',
});

const russian = patternsOf({
  wish: '(?:(?:я )?(?:хочу|хотел бы|хотела бы|хотелось бы|предпочитаю|прошу|требую|желаю|ожидаю)|(?:мне )?(?:очень )?важно|было бы (?:хорошо|лучше|здорово)|буду (?:благодарен|благодарна|признателен)|следи(?:те)? за тем|позаботься|постарайся|старайся|убедись|не забывай|помни),? (?:чтобы|если|что) ?(?:бы )?(?:ты|вы|твои|ваши|каждый|все)?',
  lasting: `всегда|никогда|только|исключительно|больше не|${fromNowOn.russian}|каждый раз|без (?:моего|спроса)`,
  ban: '(?:тебе|вам)? ?(?:строго |категорически |ни в коем случае )?(?:нельзя|запрещено|запрещается|не (?:разрешено|разрешается|позволено|дозволено|положено))(?: тебе| вам)?|(?:я )?запрещаю (?:тебе|вам)|не (?:смей|вздумай)|(?:ты|вы) не (?:должен|должна|должны|имеешь права|имеете права|можешь)',
  deed: '(?:пушить|запушить|коммитить|удалять|удалить|стирать|менять|изменять|изменить|править|редактировать|трогать|использовать|применять|устанавливать|ставить|писать|упоминать|мержить|деплоить|выкатывать|переименовывать|перемещать|добавлять|создавать|отправлять|публиковать|выдумывать|придумывать|гадать|угадывать|отвечать|запускать|перезаписывать|покупать|платить|раскрывать|разглашать)',
  order:
    '(?:используй|избегай|пиши|указывай|добавляй|начинай|заканчивай|давай|приводи|ставь|не|без|обходись)\\p{L}*',
  everywhere:
    '(?:во|в|ко|к|для|при|на) (?:всех|каждо[мйг]\\p{L}*|любом|всем|твоих|своих) (?:твоих |своих |твоём |своём )?(?:ответ\\p{L}*|сообщени\\p{L}*|объяснени\\p{L}*|коммит\\p{L}*|текст\\p{L}*|письм\\p{L}*)',
  unasked:
    '(?:без (?:спроса|спросу|моего \\p{L}+|моей \\p{L}+|согласования|предупреждения)|не (?:спросив|предупредив|согласовав)(?: меня| у меня| со мной)?)',
  negated: '(?:[^?,]{0,30}\\s)?(?:не|никогда|ничего|никаких)',
});

const turkish = [
  '(?:yasak(?:tır)?|izin(?:in)? yok)[.!]*$(?<=^[^?,;]{0,60}(?:push|commit|merge|deploy|sil|değiştir|kullan|yaz|yükle|kur|düzenle|dokun|paylaş|gönder|ekle|çalıştır|uydur|tahmin et)\\p{L}*(?:m[ae]k|m[ae]n|m[ae]nız|m[ae]niz|m[ae]) (?:sana )?(?:kesinlikle |tamamen )?\\S+(?: yok)?[.!]*)',
  '^(?:bana |önce )?(?:sormadan|danışmadan|haber vermeden|onayım olmadan|iznim olmadan)\\s[^?]{2,100}(?:m[ae]|mayın|meyin|yapma)[.!]*$',
  '(?<!\\p{L})(?:her|tüm|bütün) (?:cevab|yanıt|mesaj|commit)\\p{L}*\\s[^?]{2,100}(?:ver|yaz|kullan|koy|ekle|belirt|başla|bitir|m[ae])[.!]*$(?<=^[^?]{0,160})',
  '(?:istiyorum|istemiyorum|rica ediyorum|tercih ederim|bekliyorum)[.!]*$(?<=^[^?,]{0,60}(?:m[ae]nı|m[ae]ni|m[ae]nızı|m[ae]nizi) [^?,]{8,24})',
];

const arabic = patternsOf({
  ban: '(?:يمنع|يُمنع|ممنوع|محظور|يحظر|غير مسموح|لا يسمح|لا يُسمح|لا يجوز|أمنعك من|لا يحق)(?: لك| عليك)?(?: منع[اًً]{1,2} بات[اًً]{1,2})?(?: أن)?',
  deed: '(?:ال)?(?:حذف|تعديل|تغيير|دفع|استخدام|استعمال|تثبيت|كتابة|ذكر|إرسال|نشر|لمس|تشغيل|دمج|إنشاء|إضافة|شراء|مشاركة|كشف)|ت(?:حذف|عدل|غير|دفع|ستخدم|ثبت|كتب|ذكر|رسل|نشر|لمس|شغل|دمج|نشئ|ضيف|شارك|كشف)',
  wish: '(?:أريد|أريدك|أود|أفضل|أتمنى|أرجو|أطلب|من المهم|يهمني) (?:منك )?(?:أن|ألا|ان)',
  lasting: `دائم[اًً]{1,2}|أبد[اًً]{1,2}|فقط|في كل مرة|${fromNowOn.arabic}`,
  unasked: '(?:دون|بدون|قبل) (?:أن )?(?:تسألني|سؤالي|إذني|موافقتي|إذن|تستأذن\\p{L}*|الرجوع|مشورتي|إخباري)',
  negated: '(?:من فضلك )?لا ت\\p{L}+',
  others: [
    '^(?:لا ت\\p{L}+|استخدم|تجنب|اكتب|أضف|اذكر)\\s[^?؟]{2,80}في (?:كل|جميع) (?:إجاباتك|ردودك|رسائلك|الإجابات|الردود|إجابة|رد)',
  ],
});

const chineseDeed =
  '(?:推送|推到|提交|删除|刪除|删|修改|改动|改動|更改|安装|安裝|使用|编辑|編輯|合并|合併|部署|覆盖|覆蓋|重命名|移动|移動|添加|新增|创建|創建|提到|提及|泄露|洩露|编造|編造|瞎猜|乱猜|动|動|碰|用|发送|發送|发布|發佈|购买|购物|付款|回答|push|commit|merge)';
const chinese = [
  `^(?:你)?(?:绝对|絕對|千万|千萬|一律)?(?:严禁|嚴禁|禁止|不允许|不允許|不许|不許|不准|不得|不可以?|请勿|請勿|切勿|不能)(?:你)?(?:再|直接|擅自|私自|随意|隨意|随便)?[^?？，,。]{0,12}?${chineseDeed}`,
  `^[^?？，,。我他她]{0,20}?${chineseDeed}[^?？，,。]{0,16}?(?:是)?(?:禁止的|不允许的|不允許的|不被允许的|禁止)[。!！]*$`,
  '^(?:我)?(?:希望|想要|要求|需要|要)你(?:以后|以後|今后|每次|始终|始終|总是|總是|永远|永遠|一直|都|只|不要|别|別|不再|一律)',
  '^(?:请|請)?(?:在)?(?:所有|每个|每個|每条|每條|每次|任何)(?:的)?(?:回答|回复|回覆|答案|消息|提交|解释|解釋)(?:里|裡|中|都|末尾|开头|開頭|结尾)?',
  '^(?:我)?(?:不想|不希望|不要)(?:再)?(?:看到|看见|見到)(?:任何)?(?:表情|表格|列表|标题|感叹号|注释|缩写|emoji|todo)',
  '^(?:除非我|没有我|沒有我|未经我|未經我)[^?？]{2,24}[，,]?(?:否则|不要|别|別|不得|不准|不许|都)',
  '^[^?？]{2,30}[，,]?(?:除非我(?:说|說|要求|同意|另)|没有我的(?:同意|允许)|未经我)[^?？]{0,20}[。!！]*$',
];

const japaneseDeed =
  '(?:プッシュ|コミット|削除|変更|編集|使用|インストール|マージ|デプロイ|上書き|リネーム|移動|追加|作成|送信|公開|共有|触|使|書|消|推測|回答|実行)';
const japanese = [
  `^[^?？]{0,40}${japaneseDeed}[^?？]{0,16}?(?:(?:ては|では|ちゃ|じゃ)(?:いけません|いけない|ならない|なりません|だめ|ダメ|駄目)(?:です)?|(?:は|を)?(?:厳禁|禁止)(?:です|とします|します|する|だ)?)[。.!！よ]*$`,
  '^[^?？]{1,40}(?:二度と|決して|絶対に?|一切|もう)[^?？]{1,40}ないで(?:ください|下さい|ね|よ|くれ|ほしい|欲しい)?(?:です)?[。.!！ねよ]*$',
  '^[^?？]{0,40}(?:すべて|全て|どの|毎回)の?(?:回答|返信|答え|返事|コミット|メッセージ)[^?？]{1,60}(?:ください|下さい|て|こと|禁止|お願いします)[。.!！ねよ]*$',
  '^[^?？]{1,60}(?:てほしい|て欲しい|ていただきたい|てもらいたい|ないでほしい|ないで欲しい)(?:です|と思います)?[。.!！]*$(?<=(?:必ず|常に|いつも|今後|これから|毎回|二度と|決して|絶対).*)',
  '^[^?？]{0,40}(?:聞かずに|確認せずに|断りなく|無断で|勝手に)[^?？]{1,40}(?:ないで|禁止|するな|いけません)(?:ください|下さい|です)?[。.!！ねよ]*$',
];

const koreanDeed =
  '(?:푸시|커밋|삭제|수정|변경|설치|사용|병합|머지|배포|지우|고치|만지|쓰|추가|이동|전송|공유|실행|추측)';
const korean = [
  `^[^?]{0,40}${koreanDeed}[^?]{0,16}?(?:(?:면|서는|는 ?것은|는 ?건|기는) ?(?:절대 )?(?:안 ?돼(?:요)?|안 ?됩니다|금지(?:입니다|예요)?)|(?:은|는)? ?금지(?:입니다|예요|야)?)[.!]*$`,
  '^[^?]{1,40}(?:절대로?|다시는|더 ?이상|결코)\\s?[^?]{1,40}(?:지 ?마(?:세요|라|)?|지 ?말아 ?(?:줘|주세요)|말 것)[.!요]*$',
  '^[^?]{0,30}(?:모든|매번|각) ?(?:답변|대답|답|메시지|커밋)[^?]{1,60}(?:세요|줘|해|마|것)[.!요]*$',
  '^[^?]{0,40}(?:묻지|물어보지|확인하지|허락받지) ?(?:않고|말고)(?:는)?[^?]{1,40}(?:마|마세요|금지|안 ?돼요?|안 ?됩니다)[.!요]*$',
];

const hindi = [
  '^[^?]{2,80}\\s(?:मना है|वर्जित है|सख्त मना है|प्रतिबंधित है|की (?:अनुमति|इजाज़त|इजाजत) नहीं(?: है)?)[।.! ]*$(?<=(?:पुश|कमिट|हटाना|हटाने|बदलना|बदलने|मिटाना|मिटाने|इस्तेमाल|उपयोग|लिखना|लिखने|डालना|इंस्टॉल).*)',
  '^[^?]{0,30}(?:मुझसे|मुझे|बिना) ?(?:बिना )?(?:पूछे|बताए)(?: बिना)?\\s[^?]{2,60}(?:मत|न|नहीं)\\s?\\p{L}*\\p{M}*[^?]{0,12}[।.! ]*$',
  '^[^?]{0,30}(?:हर|सभी|अपने सभी) (?:जवाब|उत्तर|संदेश)[^?]{2,60}(?:दो|दें|करो|करें|लिखो|लिखें|रखो|रखें|मत \\S+)[।.! ]*$',
];

const vietnamese = [
  '^(?:bạn )?(?:nghiêm cấm|cấm|không được phép|không được|tuyệt đối không được|đừng)\\s(?:\\p{L}+ ){0,3}?(?:push|commit|xóa|sửa|thay đổi|dùng|sử dụng|cài|viết|chạm|gửi|chia sẻ|đoán|bịa)(?!\\p{L})',
  '^[^?]{2,80}(?:mà không hỏi (?:tôi|mình)|khi chưa (?:hỏi|được) [^?]{2,20})[^?]{0,20}[.!]*$(?<=^(?:đừng|không).*)',
];
const indonesian = [
  '^(?:kamu |anda )?(?:dilarang(?: keras)?|tidak boleh|jangan pernah|tak boleh)\\s(?:\\p{L}+ ){0,2}?(?:push|commit|menghapus|hapus|mengubah|ubah|menggunakan|memakai|pakai|menginstal|menulis|menyentuh|mengirim|membagikan|menebak|mengarang)(?!\\p{L})',
  '^jangan\\s[^?]{2,80}tanpa (?:bertanya|izin|persetujuan|konfirmasi)[^?]{0,30}[.!]*$',
];

export const wishesAndBans: InstructionGrammar = {
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
    ...vietnamese,
    ...indonesian,
    ...russian,
    ...arabic,
    ...chinese,
    ...japanese,
    ...korean,
    ...hindi,
  ],
};
