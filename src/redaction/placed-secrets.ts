/**
 * Secrets that are recognized by their place: database statements, manifests, registry settings, arguments of certain
 * tools, a name and password given in conversation. Headers are in framed-secrets.ts, assignments in assigned-values.ts.
 */
import { looksChosen } from './assigned-values.ts';
import { meaningOfName } from './name-meanings.ts';
import { isPasswordStatement } from './said-of-passwords.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { isPlaceholderOrCode, looksRandom } from './secret-shape.ts';

function isSecretName(name: string): boolean {
  const meaning = meaningOfName(name);
  return meaning === 'password' || meaning === 'secret';
}

export const placedSecrets: readonly SecretPattern[] = [
  {
    kind: 'aws-secret-key',
    hints: ['secret'],
    pattern:
      /aws[_-]?secret[_-]?access[_-]?key["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}(?<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/dgi,
  },
  {
    kind: 'password',
    hints: ['identified by', 'with password', 'encrypted password', 'password for'],
    pattern:
      /(?:identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by|(?:with|encrypted)\s{1,3}password|password\s{1,3}for\s{1,3}\S{1,80}\s{0,3}=)\s{1,3}["'](?<value>[^"'\n]{3,120})["']/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'registry-token',
    hints: ['_auth', '_password'],
    pattern:
      /(?<![A-Za-z0-9])_(?:auth|authToken|password)\s{0,2}=\s{0,2}["']?(?<value>[A-Za-z0-9+/=_.-]{8,600})/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['password-stdin'],
    pattern:
      /(?:echo|printf)\s{1,2}(?:-n\s{1,2}|["']?%s["']?\s{1,2})?["']?(?<value>[^\s"'|$`]{6,300})["']?\s{0,2}\|[^\n|]{0,120}--password-stdin/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['zip ', '7z '],
    pattern:
      /(?<![\w-])(?:zip|unzip|7za?)\s(?:[^\n]{0,80}?\s)?-[Pp]\s{0,2}["']?(?<value>[^\s"'`$<>|;&-][^\s"'`$<>|;&]{3,120})/dg,
    accept: looksChosen,
  },
  {
    kind: 'command-line-password',
    hints: ['htpasswd', 'net use'],
    pattern:
      /(?:htpasswd\s-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\s\S{1,120}\s\S{1,60}|net\suse\s[^\n]{0,120}?\/user:\S{1,60})\s["']?(?<value>[^\s"'`$<>|;&]{4,120})/dgi,
    accept: (value) => !isPlaceholderOrCode(value) && !value.startsWith('/'),
  },
  {
    kind: 'command-line-password',
    hints: ['openssl', 'keytool', 'jarsigner'],
    pattern:
      /(?:openssl(?:\s[^\n]{0,160}?)?\s-(?:k\s{1,2}|pass(?:in|out)?\s{1,2}pass:)|(?:keytool|jarsigner)(?:\s[^\n]{0,160}?)?\s-(?:store|key)pass\s{1,2})["']?(?<value>[^\s"'`$<>|;&]{4,120})/dg,
    accept: (value) => !isPlaceholderOrCode(value) && !value.startsWith('-'),
  },
  {
    kind: 'command-line-password',
    hints: ['smbclient', 'rpcclient', 'mount.cifs'],
    pattern:
      /(?:smbclient|rpcclient|mount\.cifs)\s(?:[^\n]{0,160}?\s)?(?:-U\s{0,2}["']?[^\s%"']{1,60}%|password=)(?<value>[^\s"',]{3,120})/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['ssh-keygen'],
    pattern: /ssh-keygen\s[^\n]{0,160}?-[NP]\s{1,2}["'](?<value>[^"'\n]{4,120})["']/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['ldap'],
    pattern:
      /(?<![\w-])ldap(?:search|modify|add|delete|passwd|whoami)\s(?:[^\n]{0,200}?\s)?-[ws]\s{1,2}["']?(?<value>[^\s"'`$<>|;&-][^\s"'`$<>|;&]{3,120})/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['chpasswd'],
    pattern:
      /(?:echo|printf)\s{1,2}(?:-\w\s{1,2})?["']?[\w.-]{1,40}:(?<value>[^\s"'`$|:]{4,120})["']?\s{0,2}\|[^\n|]{0,60}chpasswd/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['securestring'],
    pattern: /ConvertTo-SecureString\s{1,2}(?:-String\s{1,2})?["'](?<value>[^"'$\n][^"'\n]{3,120})["']/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['getconnection'],
    pattern:
      /getConnection\([^()\n]{1,200},\s{0,4}["'][^"'\n]{1,80}["']\s{0,2},\s{0,4}["'](?<value>[^"'\n]{4,120})["']/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'wifi-password',
    hints: ['wifi:'],
    pattern: /WIFI:(?:[A-Z]:[^;\n]{0,80};){0,4}P:(?<value>(?:[^;\\\n]|\\.){4,80});/dgi,
  },
  {
    kind: 'password',
    hints: ['secret ', 'password '],
    pattern: /(?<![\w-])(?:secret|password)\s[05789]\s(?<value>[^\s"']{4,120})/dgi,
    accept: (value) => looksChosen(value),
  },
  {
    kind: 'password',
    hints: ['env ', 'arg ', 'setx ', 'setenv '],
    pattern:
      /(?:^|\n)\s{0,8}(?:ENV|ARG|setx|setenv)\s{1,4}(?<name>[A-Z][A-Z0-9_]{2,60})\s{1,4}["']?(?<value>[^\s"'$]{4,300})/dg,
    accept: (value, match) => isSecretName(match.groups!.name!) && looksChosen(value),
  },
  {
    kind: 'password',
    hints: ['variable "', 'output "'],
    pattern:
      /(?<![\w-])(?:variable|output)\s{1,3}"(?<name>[\w-]{2,60})"\s{0,3}\{[^{}]{0,400}?\s(?:default|value)\s{0,8}=\s{0,3}"(?<value>[^"\n]{4,300})"/dg,
    accept: (value, match) => isSecretName(match.groups!.name!) && looksChosen(value),
  },
  {
    kind: 'connection-string',
    hints: ['jdbc:oracle', 'sqlplus', 'sqlldr', 'expdp', 'impdp'],
    pattern:
      /(?:jdbc:oracle:[a-z0-9]{2,8}:|(?:sqlplus|sqlldr|expdp|impdp)\s(?:-\S{1,20}\s){0,4})["']?[\w$#]{1,40}\/(?<value>[^\s@"']{3,80})@/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['pgpass', ':5432', ':5433', ':6432', ':*:'],
    pattern:
      /^(?:[\w-]+(?:\.[\w-]+)+|\*|localhost|[\w-]{2,40}):(?:\d{4,5}|\*):[^\s:]{1,80}:[^\s:]{1,80}:(?<value>[^\s:]{4,200})$/dgm,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['login', 'log_in', 'signin', 'sign_in', 'auth', 'credential'],
    pattern:
      /(?:log_?in|sign_?in|auth|authenticate|credentials?)[\w.]{0,20}\s{0,2}=?\s{0,2}\(\s{0,4}(?<first>["'])[^"'\n]{1,80}\k<first>\s{0,2},\s{0,4}(?<second>["'])(?<value>[^"'\n]{4,120})\k<second>\s{0,4}[,)]/dgi,
    accept: looksChosen,
  },
  {
    kind: 'link-token',
    hints: ['://'],
    pattern:
      /:\/\/[^\s"'<>]{1,200}\/[a-z_-]{0,24}(?:reset|invit|verif|confirm|magic|activat|token|password|unlock|sign-?in|log-?in|auth)[a-z_-]{0,24}\/(?<value>[A-Za-z0-9_-]{16,400})(?![A-Za-z0-9_./-])/dgi,
    accept: looksRandom,
  },
  {
    kind: 'password',
    hints: [
      ...[
        'login',
        'log in',
        'logged in',
        'sign in',
        'credentials',
        'creds',
        'bind',
        'anmelden',
        'zugangsdaten',
        'anmeldedaten',
      ],
      ...[
        'identifiant',
        'credenci',
        'credenzial',
        'inlogg',
        'данные',
        'логин',
        '账号',
        '帳號',
        '账户',
        'アカウント',
      ],
    ],
    pattern:
      /(?:(?<![\p{L}\p{N}_-])(?:log\s?in|logged in|sign\s?in|credentials?|creds|bind(?:[ -]?dn)?|anmelden|(?:zugangs|anmelde)daten|identifiants?|credencia(?:le)?s|credenciais|credenziali|inloggegevens|inloggningsuppgifter|уч[её]тные данные|логин(?: и пароль)?)|账号|帳號|账户|アカウント)(?:\s{1,2}(?:with|as|using|is|are|mit|lauten|sind|sont|son|sono|são|zijn|är|for\s\S{1,30}(?:\sare|\sis)?|(?:for|to|of|für|zu[rm]?|pour|para|per|voor|för)\s[^\n:：]{1,48}(?=[:：])))?(?:\s{1,2}|\s{0,2}[:=：]\s{0,2})["'`]?(?<user>[\p{L}\p{N}_.@+-]{2,60}|(?:cn|uid|ou)=[\w=,. -]{2,80}?)["'`]?\s{0,2}[/:]\s{0,2}["'`]?(?<value>[^\s"'`,;/()<>[\]{}]{5,80})/dgiu,
    accept: (value, match) =>
      (looksChosen(value) || (match.groups!.user!.includes('@') && isPairedPassword(value))) &&
      !/^v?\d[\d.:-]*$/.test(value) &&
      !/\.[a-z]{1,4}(?::\d+)?$/i.test(value),
  },
  {
    kind: 'password',
    hints: ['pass'],
    pattern:
      /(?<![\p{L}\p{N}_-])(?:user(?:\s?name)?|login|account|e-?mail)["']?\s{0,2}[:=]\s{0,2}["']?\S{1,80}?["']?[\s,;/|]{1,4}(?:and\s)?pass["']?\s{0,2}[:=]\s{0,2}["']?(?<value>[^\s"'`,;]{4,120})/dgiu,
    accept: isPairedPassword,
  },
  {
    kind: 'password',
    hints: ['pass', 'kennwort', 'senha', 'contrase', 'wachtwoord', 'heslo', 'hasło', 'пароль', 'şifre'],
    // On two lines, each with its name: "login: bob" and below it "passwort: Kaimauer".
    pattern:
      /(?<=^|\n)[^\S\n]{0,8}(?:[-*][^\S\n])?(?:user(?:\s?name)?|login|account|e-?mail|benutzer(?:name)?|utilisateur|identifiant|usuario|usuário|utente|gebruiker(?:snaam)?|uživatel|użytkownik|логин|kullanıcı(?: adı)?)[^\S\n]?:[^\S\n]{1,4}[\p{L}\p{N}_.@+-]{2,80}[^\S\n]*\r?\n[^\S\n]{0,8}(?:[-*][^\S\n])?(?:password|passwor[dt]|passe|pass|pw|kennwort|mot de passe|contraseña|senha|wachtwoord|heslo|hasło|пароль|şifre)[^\S\n]?:[^\S\n]{1,4}(?<value>[^\s"'`,;:(){}<>[\]/]{4,80})(?=\s*(?:\n|$))/dgiu,
    accept: (value) =>
      isPairedPassword(value) && (!/^[a-z]+(?:[A-Z][a-z]*)+$/.test(value) || looksChosen(value)),
  },
  {
    kind: 'password',
    hints: [' from '],
    // "The password was changed from … to …": both, one after the other.
    pattern:
      /(?<=(?:pass\s?(?:word|phrase|code)|passwort|kennwort)(?!\p{L})[^\n]{0,40}\s(?:from|von)\s(?:["'`“]?[^\s"'`“”]{4,80}["'`”]?\s(?:to|auf|zu|in)\s)?["'`“]?)(?<![^\s"'`“])(?<value>[^\s"'`“”]{4,80})(?=["'`”]?\s(?:to|auf|zu|in)\s|["'`”]?(?:[.,;!]|\s*$))/dgiu,
    accept: (value) => looksChosen(value),
  },
  {
    kind: 'password',
    hints: ['ed it to ', 'ed it into ', 'set it to ', 'set it into ', 'change it to '],
    // "… the old password, and I changed it to …"
    pattern:
      /(?:chang|set|reset|updat|switch)\p{L}{0,5}\s{1,2}it\s{1,2}(?:back\s)?(?:in)?to\s{1,2}(?<=(?:pass\s?(?:word|phrase|code)s?|(?<!\p{L})pw)(?!\p{L})[^\n]{1,120})["'`“]?(?<value>[^\s"'`“”]{4,120})/dgiu,
    accept: (value) =>
      looksChosen(value) || (!isPasswordStatement(value) && /^\p{L}{3,}(?:-\p{L}{3,})+[.,;!]?$/u.test(value)),
  },
  {
    kind: 'password',
    hints: ['password to', 'passphrase to', 'passcode to', 'pin to'],
    pattern:
      /(?<![\p{L}\p{N}_-])(?:chang|set|reset|updat|switch)\p{L}{0,5}\s[^\n.!?]{0,50}?(?:pass\s?(?:word|phrase|code)|pin)\s{1,2}(?:back\s)?to\s{1,2}["'`“]?(?<value>[^\s"'`“”]{4,120})/dgiu,
    accept: (value, match) =>
      looksChosen(value) || (/pin\s{1,2}to/i.test(match[0]) && /^\d{4,8}[.,;!]?$/.test(value)),
  },
];

/** With its user's name, a password may be a plain word, but not a count of tests or a name in code. */
function isPairedPassword(value: string): boolean {
  if (isPlaceholderOrCode(value) || isPasswordStatement(value) || meaningOfName(value) !== undefined)
    return false;
  return !/^\d{1,5}$|^[\w$]+\.[\w$.]+$|[()]/.test(value);
}
