/**
 * What secrets look like: one entry a kind, most telling first. Every pattern is anchored at a boundary and bounded
 * in length, so that it runs in linear time on any text, and is only run where one of its `hints` occurs at all.
 */
import type { SecretPattern } from './secret-pattern.ts';
import { toldSecrets } from './told-secrets.ts';

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
  ...toldSecrets,
];
