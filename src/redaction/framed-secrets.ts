/**
 * Secrets that are recognized by a fixed form around them: headers, addresses with credentials, cookies, command lines.
 * Names are in assigned-values.ts, passwords in conversation in spoken-passwords.ts.
 */
import { looksChosen } from './assigned-values.ts';
import { meaningOfName } from './name-meanings.ts';
import { placedSecrets } from './placed-secrets.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { isNumber, isPlaceholderOrCode, isWords, looksRandom } from './secret-shape.ts';

export const framedSecrets: readonly SecretPattern[] = [
  ...placedSecrets,
  {
    kind: 'authorization',
    hints: ['authorization'],
    pattern:
      /authorization["'\\]{0,4}\s{0,3}(?:[:=]\s{0,3}["'`\\]{0,4}|,\s{0,3}["'`\\]{1,4})(?:(?<scheme>bearer|basic|token|apikey|api-key|digest|negotiate)\s{1,3})?(?<value>[A-Za-z0-9._~+/=-]{8,4000})/dgi,
    accept: (value, match) =>
      !isPlaceholderOrCode(value) &&
      (match.groups!.scheme === undefined ? looksRandom(value) : /\d/.test(value) || value.length >= 20),
  },
  {
    kind: 'bearer-token',
    hints: ['bearer '],
    pattern: /(?<![A-Za-z])bearer\s{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,4000})/dgi,
    accept: (value) => !isPlaceholderOrCode(value) && looksRandom(value),
  },
  {
    kind: 'connection-string',
    hints: ['://'],
    pattern:
      /(?<![A-Za-z0-9])(?!https?:|git:|ssh:|wss?:|svn:)(?:[a-z]{2,12}:){0,2}[a-z][a-z0-9+.-]{1,24}:\/\/[^\s:@/"'<>]{0,80}:(?<value>[^\s@"'<>`]{1,160})@(?=[A-Za-z0-9[(_$])/dgi,
    accept: (value) => !isPlaceholderOrCode(value) || value.toLowerCase() === 'password',
  },
  {
    kind: 'url-credentials',
    hints: ['://'],
    pattern:
      /(?<![A-Za-z0-9])(?:https?|git|ssh|wss?|svn):\/\/[^\s:/@"'<>]{0,200}:(?<value>[^\s@/"'<>`]{2,400})@(?=[A-Za-z0-9[])/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'url-credentials',
    hints: ['://'],
    pattern:
      /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,24}:\/\/(?<value>[^\s:/@"'<>`]{12,600})(?::[^\s:/@"'<>`]{0,24})?@(?=[A-Za-z0-9[])/dgi,
    accept: (value) =>
      !isPlaceholderOrCode(value) &&
      /^[A-Za-z0-9._~+=%-]{16,}$/.test(value) &&
      (looksRandom(value) || /^(?=.*\d)(?=.*[A-Za-z])/.test(value)),
  },
  {
    kind: 'cookie',
    hints: ['cookie'],
    pattern:
      /(?:set-)?cookie["']?\s{0,2}:\s{0,2}["']?[^\n"']{0,200}?(?:session|sess|sid|auth|token|jwt)[a-z_.-]{0,12}=(?<value>[A-Za-z0-9%._~+/=:-]{16,2000})/dgi,
  },
  {
    kind: 'command-line-password',
    hints: ['-'],
    pattern:
      /(?<![\w-])--?(?<name>[A-Za-z][A-Za-z0-9_-]{1,40})(?:\s{1,2}|=)(?<quote>["']?)(?<value>[^\s"'`$<>|;&(){}[\]-][^\s"'`<>|;&(){}[\]]{3,400})/dg,
    accept: (value, match) => {
      const meaning = meaningOfName(match.groups!.name!);
      if ((meaning !== 'password' && meaning !== 'secret') || isPlaceholderOrCode(value) || isNumber(value))
        return false;
      if (/\d/.test(value) && /[A-Za-z]/.test(value)) return meaning === 'password' || !isWords(value);
      return (
        meaning === 'password' &&
        (/[^A-Za-z0-9_./-]/.test(value) || match.groups!.quote !== '' || value.length >= 20)
      );
    },
  },
  {
    kind: 'command-line-password',
    hints: ['sshpass'],
    pattern: /sshpass\s{1,2}-p\s?["']?(?<value>[^\s"'`$<>|;&(){}[\]-][^\s"'`<>|;&(){}[\]]{3,200})/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['login', 'signin', 'auth'],
    pattern:
      /(?<![\w-])(?:login|signin|auth)\s(?:[^\n]{0,160}?\s)?-(?:p|P|t|k|w|s)(?:\s{1,2}|=)?["']?(?<value>[^\s"'`$<>|;&(){}[\]-][^\s"'`<>|;&(){}[\]]{3,400})/dg,
    accept: looksChosen,
  },
  {
    kind: 'command-line-password',
    hints: ['curl', 'wget', 'http'],
    pattern:
      /(?:curl|wget|https?)(?:\s[^\n]{0,200}?)?\s(?:-u|--user)[\s=]{1,2}["']?[^\s:"']{1,60}:(?<value>[^\s"'`$<>|;&]{3,120})/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['mysql', 'mariadb'],
    pattern:
      /(?:mysql|mysqldump|mysqladmin|mariadb)(?:\s[^\n]{0,120}?)?\s-p["']?(?<value>[^\s"'`$<>|;&-][^\s"'`$<>|;&]{3,80})/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['redis-cli'],
    pattern: /redis-cli\s(?:[^\n]{0,120}?\s)?-a\s{1,2}(?<value>[^\s"'`$<>|;&]{4,120})/dg,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['password>', 'secret>', 'token>', 'apikey>'],
    pattern: /<(?:\w{0,20}[:_-])?(?:password|secret|token|apikey)>(?<value>[^<>\s]{4,200})<\//dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'authorization',
    hints: ['basic '],
    pattern: /(?<![A-Za-z])basic\s{1,3}(?<value>[A-Za-z0-9+/]{8,400}={0,2})/dgi,
    accept: (value) =>
      /^[\x20-\x7e]{1,60}:[\x20-\x7e]{1,200}$/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    kind: 'netrc-password',
    hints: ['machine '],
    pattern:
      /machine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,100}\s{1,3}password\s{1,3}(?<value>\S{3,120})/dgi,
  },
];
