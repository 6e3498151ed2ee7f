/**
 * What secrets look like: one entry a kind, most telling first. Every pattern is anchored at a boundary and bounded
 * in length, so that it runs in linear time on any text, and is only run where one of its `hints` occurs at all.
 */
import { looksRandom, meansNothing } from './secret-shape.ts';

export type SecretPattern = {
  kind: string;
  /** Lower-case pieces of text, one of which must be there. */
  hints: readonly string[];
  /** The secret is the group `value`, or the whole match. */
  pattern: RegExp;
  accept?: (value: string, match: RegExpExecArray) => boolean;
};

/** Start of a token; a JSON escape such as `\n` before it is a boundary too. */
const edge = '(?<=^|[^A-Za-z0-9]|\\\\[nrt])';
const end = '(?![A-Za-z0-9])';

function prefixed(kind: string, prefixes: string, body: string): SecretPattern {
  const list = prefixes.split(' ');
  const escaped = list.map((prefix) => prefix.replace(/[.$/]/g, '\\$&'));
  return {
    kind,
    hints: list.map((prefix) => prefix.toLowerCase()),
    pattern: new RegExp(`${edge}(?:${escaped.join('|')})${body}`, 'dg'),
    accept: (value) => !/^(.)\1*$/.test(value.slice(-12)) && !/x{6,}|\.{3,}|\*{3,}/i.test(value),
  };
}

const cloud: SecretPattern[] = [
  prefixed('aws-access-key', 'AKIA ASIA ABIA ACCA', `[A-Z2-7]{16}${end}`),
  prefixed('aws-bedrock-key', 'ABSK', '[A-Za-z0-9+/]{100,300}={0,2}'),
  prefixed('aws-mws-key', 'amzn.mws.', '[0-9a-f-]{36}'),
  prefixed('google-api-key', 'AIza', `[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`),
  prefixed('google-oauth-secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'),
  prefixed('google-access-token', 'ya29.', '[A-Za-z0-9_-]{20,512}'),
  prefixed('google-refresh-token', '1//0', '[A-Za-z0-9_-]{30,200}'),
  {
    kind: 'azure-storage-key',
    hints: ['accountkey=', 'sharedaccesskey='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[A-Za-z0-9+/]{40,100}={0,2})/dgi,
  },
  { kind: 'azure-sas', hints: ['sig='], pattern: /[?&]sig=(?<value>[A-Za-z0-9%+/=_-]{32,150})/dgi },
  {
    kind: 'azure-client-secret',
    hints: ['q~'],
    pattern: /(?<=^|[^A-Za-z0-9_~.-]|\\[nrt])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/dg,
  },
  prefixed('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'),
  prefixed('alibaba-access-key', 'LTAI', `[A-Za-z0-9]{16,24}${end}`),
  prefixed('heroku-key', 'HRKU-', '[A-Za-z0-9_-]{36,80}'),
  prefixed('fly-token', 'fm1_ fm2_ fo1_', '[A-Za-z0-9+/=_-]{40,512}'),
  prefixed('netlify-token', 'nfp_', '[A-Za-z0-9]{36,60}'),
  prefixed('supabase-key', 'sbp_ sb_secret_', '[A-Za-z0-9_]{20,60}'),
  prefixed('planetscale-token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', '[A-Za-z0-9_.=-]{32,64}'),
  prefixed('databricks-token', 'dapi', `[0-9a-f]{32}(?:-\\d)?${end}`),
  prefixed('vault-token', 'hvs. hvb. hvr.', '[A-Za-z0-9_-]{24,300}'),
  {
    kind: 'terraform-token',
    hints: ['.atlasv1.'],
    pattern: new RegExp(`${edge}[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}`, 'dg'),
  },
  prefixed('pulumi-token', 'pul-', `[0-9a-f]{40}${end}`),
  prefixed('doppler-token', 'dp.pt. dp.st. dp.ct. dp.sa.', '[A-Za-z0-9._-]{40,60}'),
];

const code: SecretPattern[] = [
  prefixed('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'),
  prefixed('github-fine-grained-token', 'github_pat_', '[A-Za-z0-9_]{22,255}'),
  prefixed(
    'gitlab-token',
    'glpat- gldt- glrt- glsoat- glcbt- glptt- glft- glimt- glagent- glffct- gloas-',
    '[A-Za-z0-9_.-]{20,80}',
  ),
  prefixed('bitbucket-token', 'ATBB ATCTT3', '[A-Za-z0-9_=-]{28,220}'),
  prefixed('atlassian-token', 'ATATT3', '[A-Za-z0-9_=-]{60,250}'),
  prefixed('npm-token', 'npm_', `[A-Za-z0-9]{36}${end}`),
  prefixed('pypi-token', 'pypi-', '[A-Za-z0-9_-]{50,300}'),
  prefixed('docker-token', 'dckr_pat_ dckr_oat_', '[A-Za-z0-9_-]{27,60}'),
  prefixed('rubygems-token', 'rubygems_', '[0-9a-f]{48}'),
  prefixed('nuget-key', 'oy2', `[a-z0-9]{43}${end}`),
  prefixed('clojars-token', 'CLOJARS_', '[a-z0-9]{60}'),
  prefixed('crates-token', 'cio', `[A-Za-z0-9]{32}${end}`),
  prefixed('postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  prefixed('linear-key', 'lin_api_ lin_oauth_', '[A-Za-z0-9]{32,64}'),
  prefixed('sentry-token', 'sntrys_ sntryu_', '[A-Za-z0-9+/=_-]{40,300}'),
  prefixed('sonar-token', 'squ_ sqp_ sqa_', '[0-9a-f]{40}'),
];

const models: SecretPattern[] = [
  prefixed('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{20,200}'),
  prefixed('openrouter-key', 'sk-or-v1-', '[0-9a-f]{40,80}'),
  prefixed('openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', '[A-Za-z0-9_-]{20,250}'),
  prefixed(
    'openai-key',
    'sk-',
    `(?=[A-Za-z0-9_-]{0,200}\\d)(?=[A-Za-z0-9_-]{0,200}[A-Za-z])[A-Za-z0-9]{20,120}`,
  ),
  prefixed('huggingface-token', 'hf_ api_org_', `[A-Za-z]{30,40}${end}`),
  prefixed('huggingface-token', 'hf_ api_org_', `[A-Za-z0-9]{30,40}${end}`),
  prefixed('groq-key', 'gsk_', '[A-Za-z0-9]{40,60}'),
  prefixed('replicate-token', 'r8_', '[A-Za-z0-9]{36,42}'),
  prefixed('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,60}'),
  prefixed('xai-key', 'xai-', '[A-Za-z0-9]{60,100}'),
  prefixed('nvidia-key', 'nvapi-', '[A-Za-z0-9_-]{50,90}'),
  prefixed('together-key', 'tgp_v1_', '[A-Za-z0-9_-]{40,60}'),
  prefixed('langsmith-key', 'lsv2_pt_ lsv2_sk_', '[0-9a-f]{32}_[0-9a-f]{10}'),
  prefixed('elevenlabs-key', 'sk_', `[0-9a-f]{48}${end}`),
  prefixed('pinecone-key', 'pcsk_', '[A-Za-z0-9_]{50,90}'),
];

const services: SecretPattern[] = [
  prefixed('stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_', '[A-Za-z0-9]{16,250}'),
  prefixed('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,80}'),
  prefixed('square-token', 'sq0atp- sq0csp- sq0idb-', '[A-Za-z0-9_-]{22,60}'),
  prefixed('square-token', 'EAAA', `[A-Za-z0-9_-]{60}${end}`),
  prefixed('shopify-token', 'shpat_ shpca_ shppa_ shpss_', '[0-9a-fA-F]{32}'),
  prefixed(
    'braintree-token',
    'access_token$production$ access_token$sandbox$',
    '[a-z0-9]{16}\\$[0-9a-f]{32}',
  ),
  prefixed('facebook-token', 'EAACEdEose0cBA EAAB EAAG', '[A-Za-z0-9]{60,300}'),
  prefixed('slack-token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe. xapp- xwfp-', '[A-Za-z0-9.-]{10,250}'),
  {
    kind: 'slack-webhook',
    hints: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<value>[A-Za-z0-9/_-]{20,120})/dgi,
  },
  {
    kind: 'discord-webhook',
    hints: ['/api/webhooks/'],
    pattern: /\/api\/webhooks\/(?<value>\d{15,22}\/[A-Za-z0-9_-]{40,100})/dgi,
  },
  {
    kind: 'discord-token',
    hints: ['.'],
    pattern: new RegExp(
      `${edge}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
      'dg',
    ),
    accept: (value) => /\d/.test(value) && /[A-Z]/.test(value.slice(1)) && /[a-z]/.test(value),
  },
  {
    kind: 'telegram-token',
    hints: [':aa'],
    pattern: /(?<=^|[^A-Za-z0-9]|\\[nrt]|bot)\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/dg,
  },
  { kind: 'twilio-key', hints: ['sk'], pattern: new RegExp(`${edge}SK[0-9a-f]{32}${end}`, 'dg') },
  {
    kind: 'sendgrid-key',
    hints: ['sg.'],
    pattern: new RegExp(`${edge}SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}`, 'dg'),
  },
  prefixed('mailgun-key', 'key-', `[0-9a-f]{32}${end}`),
  {
    kind: 'mailchimp-key',
    hints: ['-us'],
    pattern: new RegExp(`${edge}[0-9a-f]{32}-us\\d{1,2}${end}`, 'dg'),
  },
  prefixed('sendinblue-key', 'xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  prefixed('resend-key', 're_', '[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}'),
  prefixed('notion-token', 'ntn_ secret_', `[A-Za-z0-9]{40,50}${end}`),
  prefixed('figma-token', 'figd_ figo_', '[A-Za-z0-9_-]{38,60}'),
  {
    kind: 'airtable-token',
    hints: ['pat'],
    pattern: new RegExp(`${edge}pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}`, 'dg'),
  },
  prefixed('newrelic-key', 'NRAK- NRJS- NRII-', '[A-Za-z0-9_-]{19,40}'),
  prefixed('grafana-token', 'glsa_ glc_', '[A-Za-z0-9+/=_]{32,300}'),
  prefixed('dynatrace-token', 'dt0c01. dt0s16.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  prefixed('dropbox-token', 'sl.', '[A-Za-z0-9_-]{130,200}'),
  prefixed('hubspot-token', 'pat-na1- pat-eu1-', '[0-9a-f-]{36}'),
  {
    kind: 'okta-token',
    hints: ['ssws '],
    pattern: new RegExp(`${edge}SSWS\\s(?<value>[A-Za-z0-9_-]{30,60})`, 'dg'),
  },
  prefixed('age-secret-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
];

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

const beside: SecretPattern[] = [
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
      `(?<key>pass(?:word|wd|phrase|code)|pwd|(?<=[_-])pass|(?<![a-z])passw)${keySuffix}${separators}(?<quote>["'\`])(?<value>[^"'\`\\n\\\\]{4,200})`,
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
      /(?<![\p{L}\p{N}_-])(?:pass\s?(?:word|code|phrase)|passwort|kennwort|pw|pin(?: code| number)?|contraseña|mot de passe|senha|パスワード|密码|密碼|비밀번호)(?:\s{1,2}(?:for|to|of|on|für|zum|pour|de|para|del)\s[^\n.:=]{1,50}?)?\s{0,2}(?:(?:is|was|ist|lautet|est|es|é|to)(?![\p{L}])|=|:|：|是|は|为|為|은|는)\s{0,2}(?:(?:now|still|currently|set to|just|jetzt)\s{1,2})?(?<quote>["'`“„«「]?)(?<value>[^\s"'`“”„«»「」。]{4,120})/dgiu,
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

export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: 'jwt',
    hints: ['eyj'],
    pattern: new RegExp(
      `${edge}eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}`,
      'dg',
    ),
  },
  ...models,
  ...cloud,
  ...code,
  ...services,
  ...beside,
];

/** Only where the caller asks for it: who someone is, rather than what opens a door. */
export const personalPatterns: readonly SecretPattern[] = [
  {
    kind: 'email',
    hints: ['@'],
    pattern:
      /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/dgu,
  },
  {
    kind: 'card-number',
    hints: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/dg,
    accept: (value) => passesLuhn(value.replace(/\D/g, '')),
  },
  {
    kind: 'iban',
    hints: [''],
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/dg,
    accept: (value) => passesIban(value.replace(/ /g, '')),
  },
  {
    kind: 'social-security-number',
    hints: ['-'],
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/dg,
  },
  {
    kind: 'phone',
    hints: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    pattern:
      /(?<![\p{L}\p{N}.:/_+-])(?:\+\d{1,3}[ .-]?\(?\d{1,4}\)?[ .-]?\d{3,4}[ .-]?\d{2,6}(?:[ .-]\d{1,4})?|(?:\(\d{2,4}\)|\d{2,4})[ .-]\d{3,4}[ .-]\d{3,4}(?:[ .-]\d{1,4})?)(?![\p{L}\p{N}_-])/dgu,
    accept: (value) => value.replace(/\D/g, '').length >= 9 && !/^\d{4}[-.]\d{2}/.test(value),
  },
];

function passesLuhn(digits: string): boolean {
  if (digits.length < 13 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

function passesIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    for (const digit of String(parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}
