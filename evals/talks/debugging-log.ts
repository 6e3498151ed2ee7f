import type { EverydayTalk } from '../everyday-talks.ts';

export const debuggingLog: EverydayTalk = {
  id: 'debugging-log',
  messages: 260,
  people: [],
  facts: `
U: The uploads of our customers hang since yesterday. Production runs on three boxes behind nginx.
A: {3} I looked at the access log: the requests stop exactly at 1 MB, so \`client_max_body_size\` still has its default. {3}

U: ok set it to 25m, but never touch the box called heron, it belongs to the other team
A: Understood, I changed it on the other two and reloaded. {2}

U: The login page shows a blank screen in Safari only.
A: {4} The culprit is a lookbehind in \`src/forms/validate.ts\`, line 88, which Safari 16.3 cannot parse. {3}

U: good catch, use the version without lookbehind
A: Done in commit 4be91d7. {3}

U: Please run the tests before every commit, that takes four minutes here, I know.
A: I will. {2}

U: the nightly job sends every mail twice
A: {3} Both schedulers are alive: the old crontab entry of user deploy and the new systemd timer. {2} I would remove the crontab entry. {2}

U: yes remove the crontab one
A: Removed. {3}

U: memory of the worker climbs to 3 GB within a day
A: {3} The heap snapshot shows 41,000 listeners on one EventEmitter, added in \`subscribeToOrders\` and never removed. {4}

U: for now we restart it every six hours, the real fix comes next sprint
A: I added a timer for that. {2}

U: which index is missing for the slow report?
A: {4} EXPLAIN shows a sequential scan on invoices; an index on (tenant_id, issued_at) brings it from 14 seconds to 90 milliseconds. {3}

U: create it, but concurrently, we can't lock the table
A: Created with CONCURRENTLY. {3}

U: we go back to restarting twice a day, six hours was too often
A: Adjusted the timer. {2}

U: my colleague Halima has to approve everything that changes the schema
A: I will ask for her review. {2}

U: The certificate of the shop expired this morning, embarrassing.
A: {3} Renewal failed because port 80 has been closed by the new firewall rule, and the challenge needs it. {2} You have three options:
1. Open port 80 for the challenge only.
2. Switch to the DNS challenge with a token of the registrar.
3. Buy a certificate for a year and install it by hand.
{2}

U: take the second
A: The DNS challenge works, next renewal on 11 May. {2}

U: the new limit: 40m for uploads, people send videos
A: {2} Raised. {2}

U: Docker build takes 17 minutes on CI, that is crazy
A: {3} Most of it is npm install without a cache, since COPY . . stands before it. After moving package.json up a build takes 3 minutes and 20 seconds. {3}

U: the search returns nothing for names with umlauts
A: {3} The column has the collation C, so I suggest the extension unaccent with an index on the expression. {3}

U: the client from Graz gets 403 since noon
A: {3} Their office has a new address, 91.112.4.17, which is not on the allow list. {3}

U: add it. And write that to the runbook
A: Added to the list and to section 4 of the runbook. {2}

U: clock on one machine is off by 40 seconds and the tokens are refused
A: {3} chrony was masked on egret; I unmasked it and the drift is gone. {3}

U: I decided to give up Redis for the sessions, we keep them in Postgres
A: {4} I drafted the migration. {2}

U: in March we will move the whole thing to Frankfurt, the current data centre closes
A: Noted. {3}

U: rollback please! the checkout is broken since your last deploy
A: I rolled back to release 2026.2.14. {2} The cause was a missing environment variable, STRIPE_WEBHOOK_SECRET. {2}
`,
  asides: `
U: my monitor flickers when the coffee machine runs, not your problem
A: {2}

U: sales wants a graph of the sign-ups per week, 1,900 last week
A: {4}

U: the intern pushed to main again, I reverted a91f0c2 myself
A: {3}

U: the old box kestrel was switched off, it ran for 1,412 days
A: {3}

U: marketing has a new domain, shop-nordlicht.example, it only forwards
A: {4} The redirect answers with 308 and keeps the path. {2}

U: Halima's birthday, back in an hour
A: {1}

U: we pay 212 euros a month for the mail service, is that normal?
A: {4}

U: customer from Basel wants invoices as XML
A: {3} The schema is called Factur-X, and 14 of our fields are missing in it. {2}

U: disk of osprey at 71 percent
A: {3} Most of it are old images in /var/lib/docker, 38 GB. {2}

U: they found a typo in the terms, page 9
A: Fixed in commit 77d0e1b. {2}

U: the phone app crashes on Android 9 when rotating
A: {3} The activity is recreated and the picker loses its state in PickerFragment.kt. {3}

U: the audit wants a list of everybody with root
A: {2} Five accounts: deploy, ansible, halima, breakglass and backup. {3}

U: we have 26 feature branches, half of them dead
A: {4}

U: backup took 5 hours instead of 2
A: {3} The second copy went over the slow link at 11 MB a second. {3}

U: someone asks whether we support passkeys
A: {5}

U: the Graz office moved to the third floor, they are happy
A: {1}

U: rate limit of the maps service is 50 a second
A: {3} The importer alone makes 64, which explains the gaps. {2}

U: staging has 16 GB now
A: {3}

U: what was that tool for diagrams?
A: {2} Mermaid renders them from text inside of the runbook. {2}

U: colleague broke his arm, I take his tickets
A: {2}
`,
  templates: `
U: [why is/can you check why] the [checkout/search/login/upload/report] [is slow/fails sometimes/logs so much/returns 500]?
A: {6}

U: show me the [log/status/config] of [nginx/the worker/the timer/egret/postgres]
A: \`\`\`
$ [journalctl -u worker/tail access.log/systemctl status nginx/psql -c "select 1"]
[active (running)/200 GET /login 12ms/ok 1 row/connection reset by peer]
[memory 812 MB/upload 3.1 MB/restart 2 h ago/index scan]
\`\`\`
{2}

U: [run the tests/run them again/commit it/deploy that to staging/push please]
A: [All 412 tests pass/Committed/Deployed/Two tests were flaky, the second run passed]. {2}

U: [what would you do/which option is safer/is that a good idea/explain that in short]?
A: {5}

U: [thanks, next/hm/ok go on/good/fine, continue]
A: {2}

U: the [client/customer/colleague] says the [page/mail/export/form] [works now/is still broken/looks odd/takes long]
A: {5}

U: add a [test/comment/log line/metric] for the [upload/session/search/certificate] [code/path/check]
A: Added. {4}

U: is there a [limit/timeout/retry/index] on the [upload/worker/session/invoice] [side/table/route]?
A: {6}
`,
  advice: `
The [limit/timeout/buffer] on the proxy is [checked first/the usual suspect/worth a look], since a request dies there before the code sees it.
I would [raise/lower/keep] the number of workers only after a look at the memory.
A restart hides a leak and does not [fix/find] it.
The log of the [worker/proxy/database] has no entry for that minute.
An index helps only if the planner [uses it/knows the statistics], so run ANALYZE afterwards.
A migration should be small, [reversible/tested on a copy/run at night].
The [test/build/deploy] on CI uses another image than the one here.
Certificates are renewed by a timer and the challenge needs [a port/a token/an open route].
The crontab of root is empty, the timers are listed by systemctl.
Safari and Firefox differ in [dates/regular expressions/cookies], so I test both.
Sessions in the database cost [one query/a few milliseconds] a request, which is fine here.
The heap snapshot is [large/easy to read/best taken twice].
A lock on a big table blocks [reads/writes/the deploy] for minutes.
The firewall drops packets silently, which looks like a timeout.
I compared the [config/environment/schema] of both boxes and they are the same.
Mails are queued first and sent by the job, so a failure is retried.
The allow list is read at start, so a reload is needed.
Names are compared [byte by byte/without case/as they are] unless a collation says otherwise.
A build is fast when the layers that change rarely come first.
The release before is kept for [a week/ten deploys], so going back is cheap.
The report reads [all invoices/every tenant/a year of data] at once, which explains the time.
I left a note in the runbook about the [upload/session/search] part.
The clock matters for tokens, so time is synchronized on every box.
The listener is [added/removed] when the page opens, I verified that in the [profile/debugger].
Nothing in the diff touches the [checkout/login/upload] itself.
The variable is read from the environment and has no default.
`,
  questions: `
one | Which server am I not allowed to change? | never touch the box called heron
assistant | At what size did the transfers break off? | requests stop exactly at 1 MB
assistant | In which file was the thing that Apple's browser couldn't read? | \`src/forms/validate.ts\`, line 88
assistant | What was the hash of the fix for the white page? | Done in commit 4be91d7
one | How long does the test suite need on my side? | that takes four minutes here
assistant | Why did people get each e-mail two times? | the old crontab entry of user deploy and the new systemd timer
assistant | Which function leaked the handlers? | added in \`subscribeToOrders\` and never removed
assistant | Which columns should be indexed for the slow statistics page? | an index on (tenant_id, issued_at)
one | Who must sign off database changes? | Halima has to approve everything that changes the schema
assistant | Why did the TLS renewal not go through? | port 80 has been closed by the new firewall rule
assistant | What was the third option for the certificate? | Buy a certificate for a year
assistant | How fast are the container builds after your change? | a build takes 3 minutes and 20 seconds
assistant | What did you propose for names like Müller? | I suggest the extension unaccent
assistant | What is the IP of the Austrian customer? | 91.112.4.17
assistant | What was wrong with the time on that machine? | chrony was masked on egret
assistant | Which setting was forgotten when paying broke? | STRIPE_WEBHOOK_SECRET
changed | How large may uploads be now? | the new limit: 40m for uploads
changed | How often is the worker restarted now? | we go back to restarting twice a day
several | Which upload limits have we had? | ok set it to 25m | the new limit: 40m for uploads
several | What did I tell you always to do or never to do? | never touch the box called heron | run the tests before every commit | Halima has to approve everything
time | When is the certificate due again? | next renewal on 11 May
time | When do we change the hosting location? | in March we will move the whole thing to Frankfurt
order | In which order did I choose the restart intervals? | for now we restart it every six hours | we go back to restarting twice a day
not | What did I say must not happen while the index is built? | we can't lock the table
not | Which store don't we want for sessions any more? | give up Redis for the sessions
inference | Which release is safe to return to if paying fails? | I rolled back to release 2026.2.14
`,
  remarks: `
I forgot which box I may not touch | never touch the box called heron
let me see the file and line that Safari could not parse | \`src/forms/validate.ts\`, line 88
I don't remember what the limit for uploads is now | the new limit: 40m for uploads
I need to know who approves changes of the schema | Halima has to approve everything
tell me again which environment variable was missing at the checkout | STRIPE_WEBHOOK_SECRET
`,
};
