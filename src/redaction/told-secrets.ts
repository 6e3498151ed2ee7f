/**
 * Secrets that only the words around them give away: passwords in talk and configuration, headers, connection
 * strings, command lines, random-looking values beside "token". What a provider's own prefix gives away is in
 * secret-patterns.ts.
 */
import { placedSecrets } from './placed-secrets.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { looksRandom, meansNothing } from './secret-shape.ts';

const separators = `["'\`\\\\]{0,4}\\s{0,3}(?:=>|:=|==?|:)\\s{0,3}`;
const strongKey =
  '(?:pass(?:word|wd|phrase|code)|pwd|(?:api|access|secret|private|signing|encryption|master|auth|account|license|service|storage|webhook|deploy|admin|app|application|consumer|subscription)[_ -]?(?:key|token|secret|password)|client[_ -]?secret|refresh[_ -]?token|id[_ -]?token|session[_ -]?(?:token|secret|key)|bearer[_ -]?token|secret(?:[_ -]?access)?[_ -]?key|bot[_ -]?token|personal[_ -]?access[_ -]?token|secret|x-api-key|x-auth-token|credentials?)';
const keySuffix =
  '(?:[_-]?(?:prod|production|dev|development|staging|live|test|value|v\\d|\\d{1,2}|base64|b64|base|default)){0,2}';

/** Whole words of code that stand where a value would: not a secret, whatever the key says. */
function acceptAssigned(value: string, match: RegExpExecArray): boolean {
  const quoted = match.groups?.quote !== undefined && match.groups.quote !== '';
  const key = (match.groups?.key ?? '').toLowerCase();
  if (meansNothing(value) || value.toLowerCase() === key) return false;
  if (/^\/|^\.{1,2}\/|^~\/|^https?:\/\//.test(value) && !/password|passwd|pwd/.test(key)) return false;
  if (quoted)
    return /\d|[^A-Za-z0-9 ]/.test(value)
      ? !/^[a-z]+(?:[-_. ][a-z]+)+$/i.test(value) || looksRandom(value) || /pass|pwd/.test(key)
      : /pass|pwd/.test(key) || value.length >= 20;
  const following = match.input.slice(match.index + match[0].length, match.index + match[0].length + 1);
  if (following === '(' || following === '[' || following === '<') return false;
  if (/^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)+$/.test(value) && !looksRandom(value)) return false;
  const environment =
    /^[A-Z][A-Z0-9_]*$/.test(match.groups?.key ?? '') && /^[A-Z][A-Z0-9_]*=\S/.test(match[0]);
  if (/^[A-Za-z_$-]+$/.test(value)) {
    const bare =
      /^[a-z]+=\S/i.test(match[0]) &&
      /^pass|^pwd/.test(key) &&
      value.length >= 8 &&
      /^(?:$|[\s&;])/.test(following);
    return (environment || bare) && !/[_$]/.test(value);
  }
  return /\d/.test(value) || /[^\w.:$|?&-]/.test(value);
}

export const toldSecrets: readonly SecretPattern[] = [
  ...placedSecrets,
  {
    kind: 'authorization',
    hints: ['authorization'],
    pattern:
      /authorization["'\\]{0,4}\s{0,3}[:=,]\s{0,3}["'`\\]{0,4}(?:(?:bearer|basic|token|apikey|api-key|digest|negotiate)\s{1,3})?(?<value>[A-Za-z0-9._~+/=-]{8,4000})/dgi,
    accept: (value) => !meansNothing(value) && (/\d/.test(value) || value.length >= 20),
  },
  {
    kind: 'bearer-token',
    hints: ['bearer '],
    pattern: /(?<![A-Za-z])bearer\s{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,4000})/dgi,
    accept: (value) => !meansNothing(value) && looksRandom(value),
  },
  {
    kind: 'connection-string',
    hints: ['://'],
    pattern:
      /(?<![A-Za-z0-9])(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|cockroachdb|clickhouse|cassandra|couchbase|ldaps?|smtps?|imaps?|ftps?|sftp|kafka|nats|jdbc:[a-z]{2,12})(?:\+[a-z0-9]{1,12})?:\/\/[^\s:@"'<>]{0,80}:(?<value>[^\s@"'<>`]{1,160})@/dgi,
    accept: (value) => !meansNothing(value) || value.toLowerCase() === 'password',
  },
  {
    kind: 'url-credentials',
    hints: ['://'],
    pattern:
      /(?<![A-Za-z0-9])(?:https?|git|ssh|wss?|svn):\/\/[^\s:/@"'<>]{0,80}:(?<value>[^\s@/"'<>`]{2,200})@(?=[A-Za-z0-9[])/dgi,
    accept: (value) => !meansNothing(value),
  },
  {
    kind: 'cookie',
    hints: ['cookie'],
    pattern:
      /(?:set-)?cookie["']?\s{0,2}:\s{0,2}["']?[^\n"']{0,200}?(?:session|sess|sid|auth|token|jwt)[a-z_.-]{0,12}=(?<value>[A-Za-z0-9%._~+/=:-]{16,2000})/dgi,
  },
  {
    kind: 'command-line-password',
    hints: ['--pass', '--token', '--api-key', '--secret', '--pwd', 'sshpass', '--auth'],
    pattern:
      /(?:--(?:[a-z]{1,12}-)?(?:password|passwd|pass|passphrase|token|api-key|apikey|secret|pwd|auth-token|secret-key)(?:\s{1,2}|=)|sshpass\s{1,2}-p\s?)(?<quote>["']?)(?<value>[^\s"'`$<>|;&(){}[\]]{4,200})/dgi,
    accept: (value, match) =>
      !meansNothing(value) &&
      !value.startsWith('-') &&
      (/\d/.test(value) ||
        /[^A-Za-z0-9_./-]/.test(value) ||
        match.groups!.quote !== '' ||
        value.length >= 20),
  },
  {
    kind: 'command-line-password',
    hints: ['curl', 'wget', 'http'],
    pattern:
      /(?:curl|wget|https?)(?:\s[^\n]{0,200}?)?\s(?:-u|--user)[\s=]{1,2}["']?[^\s:"']{1,60}:(?<value>[^\s"'`$<>|;&]{3,120})/dgi,
    accept: (value) => !meansNothing(value),
  },
  {
    kind: 'command-line-password',
    hints: ['mysql', 'mariadb'],
    pattern:
      /(?:mysql|mysqldump|mysqladmin|mariadb)(?:\s[^\n]{0,120}?)?\s-p(?<value>[^\s"'`$<>|;&-][^\s"'`$<>|;&]{3,80})/dg,
    accept: (value) => !meansNothing(value),
  },
  {
    kind: 'command-line-password',
    hints: ['redis-cli'],
    pattern: /redis-cli\s(?:[^\n]{0,120}?\s)?-a\s{1,2}(?<value>[^\s"'`$<>|;&]{4,120})/dg,
    accept: (value) => !meansNothing(value),
  },
  {
    kind: 'password',
    hints: ['password>', 'secret>', 'token>', 'apikey>'],
    pattern: /<(?:\w{0,20}[:_-])?(?:password|secret|token|apikey)>(?<value>[^<>\s]{4,200})<\//dgi,
    accept: (value) => !meansNothing(value),
  },
  {
    kind: 'authorization',
    hints: ['basic '],
    pattern: /(?<![A-Za-z])basic\s{1,3}(?<value>[A-Za-z0-9+/]{8,400}={0,2})/dgi,
    accept: (value) =>
      /^[\x20-\x7e]{1,60}:[\x20-\x7e]{1,200}$/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    kind: 'password',
    hints: ['password ', 'passwort '],
    pattern: /(?<![\p{L}\p{N}_-])(?:password|passwort)\s{1,2}(?<value>[^\s"'`,;(){}<>[\]]{6,80})/dgiu,
    accept: (value) => {
      const clean = value.replace(/[.,:!?]+$/, '');
      return (
        clean.length >= 6 &&
        /\d/.test(clean) &&
        /[A-Za-z]/.test(clean) &&
        !/[/.:=]/.test(clean) &&
        !meansNothing(clean)
      );
    },
  },
  {
    kind: 'netrc-password',
    hints: ['machine '],
    pattern:
      /machine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,100}\s{1,3}password\s{1,3}(?<value>\S{3,120})/dgi,
  },
  {
    kind: 'password',
    hints: ['pass', 'pwd'],
    pattern: new RegExp(
      `(?<key>pass(?:word|wd|phrase|code)|pwd|(?<=[_-])pass|(?<![a-z])passw)${keySuffix}${separators}\\\\{0,3}(?<quote>["'\`])(?<value>[^"'\`\\n\\\\]{4,200})`,
      'dgi',
    ),
    accept: (value, match) => !/\s/.test(value) && acceptAssigned(value, match),
  },
  {
    kind: 'password',
    hints: ['pass', 'pwd'],
    pattern: new RegExp(
      `(?<key>pass(?:word|wd|phrase|code)|pwd|(?<=[_-])pass|(?<![a-z])passw)${keySuffix}["'\`\\\\]{0,4}\\s{0,3}(?:=>|:=|=|:)\\s{0,3}(?<quote>)(?<value>[^\\s"'\`,;(){}<>[\\]\\\\]{4,200})`,
      'dgi',
    ),
    accept: acceptAssigned,
  },
  {
    kind: 'api-key',
    hints: ['key', 'token', 'secret', 'credential'],
    pattern: new RegExp(
      `(?<key>${strongKey})${keySuffix}${separators}\\\\{0,3}(?<quote>["'\`])(?<value>[^"'\`\\n\\\\\\s]{6,400})`,
      'dgi',
    ),
    accept: acceptAssigned,
  },
  {
    kind: 'api-key',
    hints: ['key', 'token', 'secret', 'credential'],
    pattern: new RegExp(
      `(?<key>${strongKey})${keySuffix}${separators}(?<quote>)(?<value>[^\\s"'\`,;(){}<>[\\]\\\\]{8,400})`,
      'dgi',
    ),
    accept: (value, match) =>
      acceptAssigned(value, match) &&
      (/^[A-Z][A-Z0-9_]*=\S/.test(match[0]) ||
        (value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value))),
  },
  {
    kind: 'token',
    hints: ['token'],
    pattern: new RegExp(
      `(?<![a-z])(?<key>token)${keySuffix}${separators}\\\\{0,3}["'\`]?(?<value>[A-Za-z0-9_+/=.~-]{16,400})`,
      'dgi',
    ),
    accept: (value) =>
      !meansNothing(value) && (looksRandom(value) || /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{20,}$/.test(value)),
  },
  {
    kind: 'password',
    hints: [
      'password',
      'passwort',
      'passcode',
      'passphrase',
      'pass phrase',
      'pw',
      'pin',
      'contraseña',
      'mot de passe',
      'kennwort',
      'senha',
      'パスワード',
      '密码',
      '密碼',
      '비밀번호',
    ],
    pattern:
      /(?<![\p{L}\p{N}_-])(?:pass\s?(?:word|code|phrase)|passwort|kennwort|pw|pin(?: code| number)?|contraseña|mot de passe|senha|パスワード|密码|密碼|비밀번호)(?:\s{1,2}(?:for|to|of|on|für|zum|pour|de|para|del)\s[^\n.:=]{1,50}?)?\s{0,2}(?:(?<![\p{L}\p{N}])(?:is|was|ist|lautet|est|es|é|to)(?![\p{L}])|=|:|：|是|は|为|為|은|는)\s{0,2}(?:(?:now|still|currently|set to|just|jetzt)\s{1,2})?(?<quote>["'`“„«「]?)(?<value>[^\s"'`“”„«»「」。]{4,120})/dgiu,
    accept: acceptSpoken,
  },
  {
    kind: 'password',
    hints: ['password', 'passphrase', 'passcode'],
    pattern:
      /(?<![\p{L}\p{N}_-])pass\s?(?:word|phrase|code)\s{1,2}(?:is|to|of)\s{1,2}["“«](?<value>[^"”»\n]{4,120})["”»]/dgiu,
  },
  {
    kind: 'secret',
    hints: ['secret', 'token', 'key', 'credential', 'password'],
    pattern:
      /(?<![A-Za-z])(?:secret|token|api[ _-]?key|access[ _-]?key|credentials?|private key|signing key|encryption key|license key|password|the key|my key|our key)(?![A-Za-z])[^\n]{0,40}?(?<![A-Za-z0-9_+/=.~-])(?<value>[A-Za-z0-9_+/=~][A-Za-z0-9_+/=.~-]{15,200})/dgi,
    accept: (value) =>
      !meansNothing(value) && looksRandom(value) && !/^[0-9a-f-]+$/i.test(value) && !/[/.].*[/.]/.test(value),
  },
];

/** After "the password is": how people go on when they do not say it. */
const notAPassword =
  /^(?:required|incorrect|wrong|invalid|missing|empty|correct|valid|stored|hashed|encrypted|reset|expired|weak|strong|needed|optional|case|too|also|only|very|really|safe|secure|unknown|secret|protected|blank|null|undefined|true|false|none|that|this|what|where|when|there|here|just|being|been|used|using|same|different|default|sent|shown|visible|hidden|your|mine|ours|the|not|never|always|must|should|will|with|without|from|into|about|something|anything|nothing|string|text|field|input|value|okay|fine|good|long|short|easy|hard|longer|shorter|still|already|obligatorio|falsch|richtig|login|access|authenticate|change|confirm|enter|protect|unlock|continue|proceed|sign|verify|verification|available|documented|printed|logged|rotated|leaked|exposed|managed|kept|saved|included|mandatory|compromised|checked|verified|accepted|rejected|changed|updated|generated|unique|unchanged|ready|gone|lost|forgotten)$/i;

function acceptSpoken(value: string, match: RegExpExecArray): boolean {
  const clean = value.replace(/[.,;:!?)\]]+$/, '');
  if (clean.length < 4 || meansNothing(clean) || notAPassword.test(clean)) return false;
  const pin = /^pin/i.test(match[0]);
  if (pin) return /^\d{4,8}$/.test(clean);
  if (/^(?:pw)/i.test(match[0])) return /\d/.test(clean) && /[A-Za-z]/.test(clean);
  if (match.groups!.quote !== '') return true;
  if (/\(|\)|=>|^[\w$]+\.[\w$.]+$|^[<{[/$]/.test(clean)) return false;
  if (/\d/.test(clean) || /[!@#$%^&*]/.test(clean) || (/[a-z][A-Z]/.test(clean) && clean.length >= 8))
    return true;
  if (!/^[\p{L}-]+$/u.test(clean) || /(?:ed|ing|ly|able|ible)$/.test(clean)) return false;
  // A plain word counts only where somebody hands over a password of theirs, and the sentence ends with it.
  const before = match.input.slice(Math.max(0, match.index - 24), match.index);
  const rest = match.input.slice(match.index + match[0].length, match.index + match[0].length + 3);
  const handedOver =
    /(?:my|our|your|his|her|their|wifi|wi-fi|admin|root|login|mein|mon|mi)\s{1,2}(?:\w{1,12}\s)?$/i.test(
      before,
    );
  return (
    handedOver &&
    (/[.,;!]$/.test(value) || /^\s*(?:\n|$)|^\s?[.,;!)]/.test(rest)) &&
    !/:\s{0,2}$/.test(match[0].slice(0, -value.length))
  );
}
