import { scriptedModel } from '../testing/scripted-model.ts';
import { scriptedSummarizer } from '../testing/scripted-summarizer.ts';
import { extractive } from './extractive/extractive.ts';
import { ladder } from './ladder.ts';
import { languageModel } from './language-model/language-model.ts';
import { describeSummarizer } from './summarizer.suite.ts';
import { truncation } from './truncation.ts';

const record = {
  summary: 'Dana Whitfield moves the billing service to PostgreSQL 16.4 on 14 March 2026.',
  keyPoints: ['The database has 340 GB.', 'No migration on production without a backup.'],
  context: {
    participants: ['Dana Whitfield', 'Maria Okafor'],
    decisions: ['Switch over on Saturday, 14 March 2026, at 02:00 UTC.'],
    actionItems: [{ owner: 'Dana', task: 'Test the failover on staging', due: '' }],
    unresolved: ['May invoices due that night wait?'],
    domainEntities: ['pglogical 2.4.4', '/etc/billing/db.toml'],
  },
};
const prose = 'Dana Whitfield moves billing to PostgreSQL 16.4 on 14 March 2026.';

const model = () =>
  scriptedModel({
    answers: ({ options }) => (options.responseFormat?.type === 'json' ? { object: record } : prose),
  });
const refusing = () => scriptedModel({ answers: "I'm sorry, but I can't help with that." });

describeSummarizer({ name: 'languageModel', make: () => languageModel({ models: [model()] }) });
describeSummarizer({
  name: 'languageModel, second model',
  make: () => languageModel({ models: [refusing(), model()] }),
});
describeSummarizer({ name: 'extractive', make: () => extractive() });
describeSummarizer({ name: 'truncation', make: () => truncation() });
describeSummarizer({ name: 'scripted', make: () => scriptedSummarizer() });
describeSummarizer({
  name: 'ladder, first rung',
  make: () =>
    ladder({ rungs: [languageModel({ models: [model()] }), scriptedSummarizer({ rung: 'extractive' })] }),
});
describeSummarizer({
  name: 'ladder, below the models',
  make: () =>
    ladder({
      rungs: [
        scriptedSummarizer({ name: 'failing', answers: { fault: 'error' } }),
        languageModel({ models: [refusing()] }),
        extractive(),
        truncation(),
      ],
    }),
});
