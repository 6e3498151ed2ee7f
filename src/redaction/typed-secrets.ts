/**
 * Passwords that are plain words, recognized by a place in a command, a protocol or a program's output where only a
 * password can be. Places whose values must look like a secret are in placed-secrets.ts.
 */
import { looksChosen } from './assigned-values.ts';
import { meaningOfName } from './name-meanings.ts';
import { isPasswordStatement } from './said-of-passwords.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';

const namesSecret = (name: string) => {
  const meaning = meaningOfName(name);
  return meaning === 'password' || meaning === 'secret';
};
const isPossiblePassword = (value: string) =>
  !isPlaceholderOrCode(value) &&
  !isPasswordStatement(value) &&
  (meaningOfName(value) === undefined || looksChosen(value));

export const typedSecrets: readonly SecretPattern[] = [
  {
    kind: 'command-line-password',
    hints: ['password', 'passphrase', 'passwd', 'kennwort'],
    // A long option in a command, after another option or the name of a program.
    pattern:
      /^[^\n]{0,400}?(?:(?:^|\s)-{1,2}[A-Za-z][\w-]{0,30}(?:[ =]\S{1,80})?\s(?:[^\n]{0,200}?\s)?|^[ \t$>#]{0,4}[\w./-]{2,40}\s(?:[\w.:/@-]{1,60}\s){0,4})--?(?:[a-z]{2,20}-)?(?:password|passwd|passphrase)(?:[ =])["']?(?<value>[^\s"'`$<>|;&(){}[\]-][^\s"'`<>|;&(){}[\]]{4,80})(?=["']?(?:\s-|\s[\w./:@-]+\s?(?:\n|$|-)|\s*(?:\n|$|[|;&\\])))/dgim,
    accept: isPossiblePassword,
  },
  {
    kind: 'command-line-password',
    hints: [' -p '],
    // The name and the password of a login, one behind the other. In clients of MySQL `-p` has another meaning.
    pattern:
      /^(?![^\n]*(?:mysql|mariadb|psql|pg_|ssh|mkdir|git\s))[^\n]{0,400}?\s(?:-u|--user(?:name)?)[ =]["']?[\w.\\@+-]{2,80}["']?\s(?:-p|--pass)\s["']?(?<value>[^\s"'`$<>|;&(){}[\]/:-][^\s"'`<>|;&(){}[\]/:]{3,80})/dgim,
    accept: (value) => isPossiblePassword(value) && !/^\d{1,5}$/.test(value),
  },
  {
    kind: 'command-line-password',
    hints: ['add_user', 'password', 'useradd'],
    // A subcommand that sets a password, with the password as its last argument.
    pattern:
      /^[ \t$>#]{0,4}(?:sudo\s)?[\w./-]{2,40}\s(?:[\w.:/-]{1,40}\s){0,3}(?:add[_-]user\s\S{1,60}|(?:set|change|reset|update)[_-](?:initial[_-]|default[_-]|user[_-])?password(?:\s[\w.@-]{1,60})?|useradd\s(?:-\w\s\S{1,40}\s)?-p)\s["']?(?<value>[^\s"'$<>|;&-][^\s"'<>|;&]{3,80})["']?(?=\s*(?:\n|$|[|;&])|\s\w+\s*$)/dgim,
    accept: (value) => isPossiblePassword(value) && !/^[A-Z][a-z]+[A-Z]/.test(value),
  },
  {
    kind: 'command-line-password',
    hints: ['/p:', '/p ', '%', '/password:'],
    // A user and a password in the manner of Windows and of Samba.
    pattern:
      /(?:\s\/u(?:ser)?:[^\s"']{1,60}\s{1,2}\/p(?:assword)?:|\s-U\s{0,2}["']?[\w.\\/@-]{1,60}%)["']?(?<value>[^\s"'*%$<][^\s"']{3,80})/dgi,
    accept: (value) => isPossiblePassword(value) && !/\.\w{2,4}$/.test(value),
  },
  {
    kind: 'command-line-password',
    hints: ['zip ', '7z ', 'snmp'],
    pattern:
      /(?<![\w-])(?:(?:zip|unzip)\s(?:-\w+\s)*-P\s{1,2}|7za?\s[a-z]\s[^\n]{0,120}?\s-p|snmp(?:get|set|walk|bulkwalk|trap)\s[^\n]{0,160}?\s-[AX]\s{1,2})["']?(?<value>[^\s"'`$<>|;&-][^\s"'`$<>|;&]{3,120})/dg,
    accept: isPossiblePassword,
  },
  {
    kind: 'password',
    hints: ['auth', 'credential'],
    pattern:
      /(?:plain_?text|password|user_?name_?password)_?auth\w{0,16}\s?\(\s{0,4}["'][^"'\n]{1,80}["']\s{0,2},\s{0,4}["'](?<value>[^"'\n]{4,120})["']\s{0,4}\)/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'aws-secret-key',
    hints: ['aws_secret_access_key '],
    pattern: /aws_secret_access_key\s{1,2}["']?(?<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/dg,
  },
  {
    kind: 'password',
    hints: ['pass', 'pw'],
    // In brackets or at the end of a line, behind the name of its user: "(login demo, pw harbour)".
    pattern:
      /(?<![\p{L}\p{N}_-])(?:user(?:\s?name)?|login|log-?in|account|e-?mail|benutzer|usuario|utilisateur)(?:\s?[:=]|\sis|\sist|\ses|\sest)?\s[\p{L}\p{N}_.@+-]{2,60}[,;/|]?\s(?:\(|and\s|und\s|y\s|et\s|with\s|mit\s|con\s|avec\s)?(?:the\s)?(?:pw|pwd|passwd|password|passwort|pass|kennwort|mdp|contraseña|senha)\s?[:=]?\s["']?(?<value>[^\s"'`,;:(){}<>[\]/]{4,80})["']?(?=\s*(?:[)\]]|\n|$))/dgiu,
    accept: isPossiblePassword,
  },
  {
    kind: 'password',
    hints: ['pass'],
    // In a block of settings, above the name of its user.
    pattern:
      /^[^\S\n]{0,12}(?:password|passwd|pass|pwd)[^\S\n]?[:=][^\S\n]{0,4}["']?(?<value>[^\s"'`,;:(){}<>[\]/$]{4,80})["']?[^\S\n]*\r?\n[^\S\n]{0,12}(?:user(?:_?name)?|login|account|email)[^\S\n]?[:=][^\S\n]{0,4}["']?(?<user>[\w.@+-]{2,80})["']?[^\S\n]*$/dgim,
    accept: (value, match) => isPossiblePassword(value) && !isPlaceholderOrCode(match.groups!.user!),
  },
  {
    kind: 'command-line-password',
    hints: ['net user'],
    pattern:
      /(?<![\w-])net\s{1,2}user\s{1,2}["']?[^\s"'/]{1,60}["']?\s{1,2}["']?(?<value>[^\s"'/*<%$][^\s"']{2,80})["']?(?=\s{1,3}\/|\s*(?:\n|$))/dgi,
    accept: isPossiblePassword,
  },
  {
    kind: 'command-line-password',
    hints: ['cmdkey', 'wpa_passphrase', 'rclone', 'schtasks', 'nmcli', 'mysqladmin', 'netsh', 'lftp', 'http'],
    pattern:
      /(?:cmdkey\s[^\n]{0,160}?\/pass:|wpa_passphrase\s{1,2}(?:"[^"\n]{1,60}"|\S{1,60})\s{1,2}|rclone\s(?:obscure\s|[^\n]{0,200}?\spass(?:word)?[ =])|schtasks\s[^\n]{0,300}?\/rp\s{1,2}|(?:nmcli|mysqladmin)\s[^\n]{0,200}?\spassword\s{1,2}|netsh\swlan\s[^\n]{0,200}?\skey=|lftp\s[^\n]{0,80}?-u\s{0,2}[^\s,]{1,60},|https?\s[^\n]{0,80}?(?:-a|--auth)[ =][^\s:]{1,60}:)["']?(?<value>[^\s"'$<%*-][^\s"']{3,80})/dgi,
    accept: isPossiblePassword,
  },
  {
    kind: 'command-line-password',
    hints: ['sudo -s', 'sudo --stdin', '| passwd', '|passwd', '| cryptsetup', '| gpg', '| 7z'],
    pattern:
      /(?:echo|printf)\s{1,2}(?:-n\s{1,2}|["']?%s(?:\\n)?["']?\s{1,2})?["']?(?<value>[^\s"'|$`]{4,300})["']?\s{0,2}\|\s{0,2}(?:sudo\s(?:-\w+\s){0,3}?(?:-\w*S|--stdin)|passwd\s|cryptsetup\s|gpg\s[^\n|]{0,120}--passphrase-fd)/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['<<<', 'printf', 'send '],
    // What is given to a program that asks: in a here-string, in a file made for it, by `expect`.
    pattern:
      /(?:(?:kinit|passwd|smbpasswd|vncpasswd|cryptsetup|gpg|su|sudo\s(?:-\w+\s){0,3}-S|docker login|podman login|ansible-vault|pass insert|bw unlock|op signin)(?:\s[^\n]{0,120}?)?\s<<<\s{0,2}["']?|--auth-user-pass\s{1,2}<\((?:printf|echo)\s(?:-e\s)?["'][^"'\n]{1,80}?\\n|assw(?:ord|d)?:?[^\n]{0,12}["'}][^\n]{0,40}?;?\s{0,4}(?:exp_)?send\s(?:--\s)?["'{])(?<value>[^\s"'$\\]{3,120})/dgi,
    accept: isPossiblePassword,
  },
  {
    kind: 'password',
    hints: ['xauth', ' psk', ' eap', '\t*\t', ' * '],
    // Files of secrets for tunnels.
    pattern:
      /(?::\s{1,4}(?:PSK|XAUTH|EAP|NTLM|L2TP|PIN)\s{1,4}(?:["'][^"'\n]{1,60}["']\s{1,4})?["']|^["']?[\w.@\\-]{2,60}["']?\s{1,8}(?:\*|l2tpd|pptpd)\s{1,8}["'])(?<value>[^"'\n]{4,120})["']/dgm,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['password ', 'secret '],
    // The configuration of routers: a figure before the password says how it is encrypted.
    pattern:
      /^[^\S\n]{0,8}(?:username\s\S{1,60}\s(?:privilege\s\d{1,2}\s)?|enable\s|line\s[^\n]{1,40}\s)?(?:password|secret)\s(?:[0-9]\s)(?<value>[^\s"']{4,120})[^\S\n]*$/dgim,
    accept: (value) =>
      isPossiblePassword(value) &&
      !/^(?:times|characters|chars|digits|letters|days|words|minutes|attempts|months|weeks|hours|users|years)$/i.test(
        value,
      ),
  },
  {
    kind: 'cookie',
    hints: ['\ttrue\t', '\tfalse\t'],
    // The file of cookies that browsers and `curl` write.
    pattern:
      /^[^\s#][^\t\n]{2,80}\t(?:TRUE|FALSE)\t\/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,12}\t(?<name>[^\t\n]{1,60})\t(?<value>[^\s]{16,4000})$/dgm,
    accept: (value, match) => !/^_(?:ga|gid|gcl|fbp|hj)/.test(match.groups!.name!) && /[A-Za-z]/.test(value),
  },
  {
    kind: 'password',
    hints: ['secret:', 'secret :'],
    // What signs the cookies of a session.
    pattern:
      /(?:session|cookie\w{0,16}|jwt|passport\w{0,10})\s?\(\s{0,4}\{[^{}]{0,200}?secret\w{0,6}\s?:\s{0,3}\[?["'](?<value>[^"'\n$]{6,200})["']/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'command-line-password',
    hints: ['from-literal'],
    pattern: /--from-literal[= ]["']?(?<name>[\w.-]{2,60})=["']?(?<value>[^\s"'$<]{3,400})/dg,
    accept: (value, match) => namesSecret(match.groups!.name!) && !isPlaceholderOrCode(value),
  },
  {
    kind: 'header-secret',
    hints: ['-token', '-key', '-secret', '-password'],
    pattern:
      /(?:-H|--header)[ =]?["'](?<name>[\w-]{0,40}-(?:Token|Key|Secret|Password))\s?:\s?(?<value>[^\s"'$<{]{4,400})["']/dgi,
    accept: (value, match) => namesSecret(match.groups!.name!) && !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['generated for', 'created for', 'issued for', 'assigned to', 'set for'],
    pattern:
      /pass(?:word|phrase|code)\s(?:is|was|has been|:)?\s?(?:auto(?:matically)?[ -]?)?(?:generated|created|issued|assigned|set)\s(?:for|to)\s[^\s:]{1,80}\s?:\s{1,2}(?<value>\S{6,120})(?=\s*(?:\n|$))/dgi,
    accept: isPossiblePassword,
  },
  {
    kind: 'network-secret',
    hints: [
      'community',
      '-key',
      ' authentication ',
      'key-string',
      'wpa-psk',
      'shared-secret',
      'neighbor ',
      'chap ',
      'pap ',
    ],
    // Routers and switches.
    pattern:
      /(?:^|\n)[^\S\n]{0,8}(?:set\s[^\n]{0,80}?\s?)?(?:snmp-server\s(?:host\s\S{1,60}\s(?:version\s\S{1,3}\s)?(?:community\s)?|community\s)|community\s(?=\S{4,60}\s(?:ro|rw|view|authorization)(?:\s|;|$))|(?:tacacs|radius)(?:-server)?\s(?:\S{1,60}\s){0,3}?key\s|(?:ip\s)?(?:pre-shared-key|authentication-key|shared-secret|key-string|wpa-psk)\s(?:(?:local|remote|ascii(?:-text)?|hexadecimal|md5|\d{1,5})\s){0,2}|crypto isakmp key\s|(?:ip\s)?(?:nhrp|ospf|(?:standby|vrrp)\s\d{1,4})\sauthentication(?:-key)?\s(?:text\s|md5\skey-string\s)?|neighbor\s\S{1,60}\spassword\s|ppp\s(?:chap|pap)\s[^\n]{0,60}?password\s)(?:[0-9]\s)?["']?(?<value>[^\s"'$<;]{4,120})/dgi,
    accept: (value) =>
      isPossiblePassword(value) &&
      !/^(?:public|private|default|address|version|traps?|informs?)$/i.test(value),
  },
  {
    kind: 'password',
    hints: ['#define', '%define', '.define'],
    pattern: /[#%.]define[ \t]{1,4}(?<name>\w{2,60})[ \t]{1,20}(?:F\()?["'](?<value>[^"'\n]{4,200})["']/dg,
    accept: (value, match) =>
      isPossiblePassword(value) &&
      !/\s/.test(value) &&
      (meaningOfName(match.groups!.name!) === 'password' ||
        (namesSecret(match.groups!.name!) &&
          /\d/.test(value) &&
          /[A-Za-z]/.test(value) &&
          value.length >= 12)),
  },
  {
    kind: 'password',
    hints: ['storepassword', 'keypassword', 'keystorepassword'],
    pattern: /(?:store|key)Password\s{1,8}["'](?<value>[^"'\n$]{4,120})["']/dg,
    accept: isPossiblePassword,
  },
  {
    kind: 'private-key',
    hints: ['</d>', '</p>', '</inverseq>'],
    pattern: /<(?<part>D|P|Q|DP|DQ|InverseQ)>\s{0,4}(?<value>[A-Za-z0-9+/=\s]{40,2000})<\/\k<part>>/dg,
    accept: (value) => /\d/.test(value) && /[A-Z]/.test(value) && !/\s[a-z]{2,}\s/.test(value),
  },
  {
    kind: 'password',
    hints: ['auth-user-pass'],
    pattern: /<auth-user-pass>\s{0,4}\n[^\n]{1,80}\n[^\S\n]{0,8}(?<value>[^\s<]{3,120})[^\S\n]*\r?\n/dgi,
  },
  {
    kind: 'password',
    hints: ['requirepass', 'masterauth', 'bindpw'],
    pattern:
      /(?<![#\w-]\s{0,3})(?<![\w-])(?:requirepass|masterauth|bindpw|olcRootPW:|rootpw)[ \t]{1,4}["']?(?<value>[^\s"'#]{4,200})/dgi,
    accept: isPossiblePassword,
  },
  {
    kind: 'password',
    hints: ['pass ', 'auth '],
    // Commands of a client and replies of the server: FTP, POP3, Redis.
    pattern:
      /(?:^|\n)(?:[^\n]{0,24}[>:]\s)?(?:PASS|AUTH)[ \t](?:\S{1,40}[ \t])?(?<value>[^\s"'/.]{3,120})\r?\n(?:[^\n]{0,24}[<>:]\s)?(?:230|\+OK|-ERR|-WRONGPASS|530|OK)(?=\s|$)/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['ftp>'],
    pattern: /ftp>\s{1,2}user\s{1,2}\S{1,60}\s{1,2}(?<value>\S{3,120})/dgi,
  },
  {
    kind: 'password',
    hints: ['set password'],
    pattern:
      /set\s{1,2}password\s[^\n]{0,80}?(?:=|to)\s{0,2}(?:(?:old_)?password\s?\()?\s?["'](?<value>[^"'\n]{3,120})["']/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['reg_sz', 'key content', 'schlüsselinhalt', 'contenu de la clé', 'contenido de la clave'],
    // The registry of Windows, and what `netsh wlan show profile key=clear` prints.
    pattern:
      /(?:[\w]{0,30}Password\s{1,8}(?:\/t\s{1,2})?REG_SZ\s{1,8}(?:\/d\s{1,2})?|(?:Key Content|Schlüsselinhalt|Contenu de la clé|Contenido de la clave)\s{1,20}:\s{1,2})["']?(?<value>[^\s"']{3,120})/dgi,
    accept: (value) => !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['stringdata:'],
    pattern:
      /(?<=stringData:[^\S\n]*\n(?:[^\S\n]+[\w.-]+:[^\n]*\n){0,12})[^\S\n]+(?<name>[\w.-]{2,60}):[^\S\n]+["']?(?<value>[^\s"'#{$|>][^\s"'#]{2,400})/dg,
    accept: (value, match) => namesSecret(match.groups!.name!) && !isPlaceholderOrCode(value),
  },
  {
    kind: 'password',
    hints: ['name="', "name='", 'key="'],
    // Settings in XML. Texts for users have such names as well, but in elements called `string`.
    pattern:
      /<(?:property|entry|param|parameter|setting|env|variable|attribute|prop|init-param|constructor-arg)\s(?:name|key)=["'](?<name>[\w.-]{3,80})["']>\s{0,4}(?<value>[^<>\s]{3,200})\s{0,4}</dg,
    accept: (value, match) => meaningOfName(match.groups!.name!) === 'password' && isPossiblePassword(value),
  },
];
