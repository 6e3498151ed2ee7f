import type { EverydayTalk } from '../everyday-talks.ts';

export const softwareTeam: EverydayTalk = {
  id: 'software-team',
  messages: 400,
  people: ['Mira', 'Jonas', 'Tobi', 'Priya', 'Lena', 'Sam', 'Otto'],
  facts: `
Jonas: payment webhooks keep timing out for the Hamburg customer
Priya: the provider gives up after 8 seconds, our handler takes 11 on bad days
Jonas: ok so it's us

Lena: heads up, I'm off from the 12th, knee surgery. Back mid March hopefully
Mira: all the best! Who has the on-call phone then?
Lena: Otto said he would take it

Sam: we settled on Postgres 16 for the ledger service, Mongo is out
Tobi: finally

Mira: Kestrel signed! 240 seats, starting in April
Otto: wow
Sam: cake at three

Otto: standup moves to 9:40 because of the school run
Mira: fine with me

Priya: found it, the nightly export died because the disk of atlas-2 ran full
Tobi: I'll give it another 200 gigs

Mira: budget for the offsite is 6,500, please keep it below
Lena: that rules out the lake hotel

Tobi: my laptop was stolen on the train last night, all sessions revoked already
Mira: oh no. Did you report it?
Tobi: yes, this morning, case number BP-77120

Jonas: new rule from me: no merges after 15:00 on Fridays
Priya: thank you!!

Sam: I can't eat anything with sesame, in case someone orders for tomorrow
Lena: noted

Otto: offsite will be in Lüneburg, the old mill, 18th to 20th of May
Sam: nice

Priya: moved the feature flags from LaunchDarkly to our own table, saves 900 a month
Mira: love it

Mira: Kestrel want to go up to 310 seats, contract is being changed
Jonas: then we need the second shard sooner

Lena: physio says the crutches go next week
Otto: great news

Jonas: retry limit for webhooks is 5 now, was 3
Tobi: ack

Tobi: I vote against GraphQL for the partner API, plain REST with OpenAPI
Priya: same here
Sam: then that's decided

Otto: standup again: 10:15 from Monday, the early slot doesn't work for Lisbon
Jonas: works

Sam: Aurelio from Lisbon joins us as designer, first day is the 2nd of March
Lena: the one with the bird posters?
Sam: exactly him

Priya: the leak was in the image resizer, it never closed its file handles
Jonas: so it wasn't the cache after all
Priya: no, the cache is innocent

Mira: board wants SOC 2 done by end of September
Otto: then we should hire that auditor, Brightwell

Lena: I got myself a cargo bike, no more parking trouble
Tobi: pics!

Jonas: budget talk: finance gave us 7,200 for the three days, a bit more than before
Mira: thank you Jonas

Tobi: ledger went live at 04:10 without a hitch
Mira: hero

Sam: retry limit back down to 4, five made the queue explode
Jonas: ok

Otto: Nadja handed in her notice, she goes to a hospital startup
Mira: sad. We'll have to fill the data role
`,
  asides: `
Sam: my neighbour had a hip operation at 80 and dances again
Otto: impressive

Priya: the tax office takes eleven weeks to answer a letter, webhooks are nothing
Jonas: haha

Mira: the Munich prospect went with somebody else, price
Sam: their loss

Tobi: cleaned up the old Mongo backups from 2021, 80 gigs free on the NAS
Otto: nice

Otto: kids have chickenpox, working from the kitchen
Lena: poor you

Jonas: the Brevo export has 41 columns now, who reads that
Priya: nobody

Lena: someone left a bike helmet in the shower room, blue, size M
Tobi: that's the courier's

Mira: press wants a photo of the team by Thursday
Sam: I'll wear the bird shirt

Priya: read a good post about table partitioning, link in the wiki
Jonas: thx

Sam: the new logo proposal has four greens, which one do you prefer?
Mira: the second

Tobi: atlas-1 gets a new fan, half an hour of downtime at noon
Otto: fine

Otto: our landlord sells the building, nothing changes for us they say
Mira: let's hope

Jonas: customer in Graz found a rounding error of one cent in invoice 20881
Priya: it's the discount, I know it

Mira: insurance for the laptops costs 38 a month, I renewed it
Tobi: good idea

Lena: book club reads the one about the submarine next
Priya: I have it twice

Sam: Nordwind's contact is a Mr Halvorsen now, the lady retired
Mira: updated

Priya: who ordered six keyboards to my desk?
Tobi: that was me, sorry

Jonas: partner API docs had 1,200 readers last week
Sam: not bad

Otto: lisbon has a holiday on the 13th
Mira: ok, no review then

Tobi: CI minutes are at 78 percent of the plan
Jonas: then no more nightly browser runs

Lena: I need two volunteers for the blood donation truck
Sam: me

Mira: our old designer got twins
Otto: wow, greetings

Priya: moved the staging certificates to the new CA, took 20 minutes
Jonas: smooth

Sam: the mill in Lauenburg does weddings, my cousin was there
Lena: how nice

Jonas: vault asks for the token every eight hours now, don't wonder
Tobi: argh

Otto: pizza place around the corner closes, last chance on Friday
Sam: noooo

Mira: board meeting went well, they liked the churn chart
Priya: phew

Tobi: the stolen bike of our intern was found by the river
Lena: unbelievable

Priya: image thumbnails are 30 percent smaller since the new codec
Sam: looks sharp too

Jonas: queue consumers scaled from 4 to 6 pods last night by themselves
Tobi: autoscaler doing its job
`,
  templates: `
@1: can somebody look at my [branch/pull request/migration/patch]?
@2: [in a minute/after lunch/on it/sure, send the link]

@1: [staging/the demo box/the build server/CI] is [slow/down/red/acting up] again
@2: [restarting it/same here/known, disk again/try now]
@1: [works/better/still the same/thx]

@1: who has the [phone/keys/projector/adapter] for the [meeting room/office/demo]?
@2: [on my desk/Lena's drawer/no idea/I took it home, sorry]

@1: [Kestrel/the Hamburg customer/Brevo/Nordwind] asks about [invoices/seats/the export/the API] again
@2: [I'll call them/forwarded to sales/answered yesterday/let's talk in standup]

@1: lunch? [thinking of the noodle place/salad bar today/pizza anyone/I brought leftovers]
@2: [in/not today/give me ten/always]

@1: deploy of [ledger/partner-api/webhooks/image-resizer/the frontend] [done/green/rolled back/in progress]
@2: [:+1:/watching the graphs/queue looks fine/thanks]

@1: the [offsite/retro/review/planning] needs [a room/an agenda/somebody to write notes/snacks]
@2: [I can do that/ask Mira/next week please/put it on the board]

@1: is the [retry/cache/queue/timeout] config in the repo or in [vault/the env/the table]?
@2: [repo/the env, I think/both, unfortunately/see the wiki]

@1: reminder: [timesheets/expense reports/holiday requests/security training] until [Friday/the end of the month/tomorrow]
@2: [done/ugh/thanks for the reminder/will do]

@1: [train/bus/traffic/the school run] is terrible today, [ten/fifteen/twenty] minutes late
@2: [no worries/same/we'll start without you]

@1: found a [flaky test/memory spike/typo/broken link] in [the export/webhooks/the docs/onboarding]
@2: [open a ticket?/mine, sorry/known/can you fix it?]
@1: [done/ok/later today]

@1: the [designer/auditor/new hire/customer] wants [access/a call/a demo/the logo as svg]
@2: [granted/tomorrow at two/send it over/who approves that?]

@1: [coffee machine/heating/printer/door] is [broken/fixed/making noises] [again/since this morning/, don't touch it]
@2: [:(/called the landlord/again?!/not me]

@1: [nice weekend everybody/happy friday/good morning/back from the dentist]
@2: [you too/morning/welcome back/:wave:]

@1: did we decide on the [date/budget/stack/contract] for the [offsite/ledger/partner API/next quarter]?
@2: [soon/check the notes/Mira knows/still open]
`,
  questions: `
one | how long does the payment company wait for our answer before it quits? | gives up after 8 seconds
one | Which database is the ledger using? | settled on Postgres 16 for the ledger service
one | why did the export in the night fail? | disk of atlas-2 ran full
one | What's the reference from the police about the notebook that was taken? | case number BP-77120
one | what does Sam have to avoid when we get food? | can't eat anything with sesame
one | How much do we save by doing feature flags ourselves? | saves 900 a month
one | What was the cause of the memory leak? | the leak was in the image resizer
one | By when do the directors need the compliance certificate? | board wants SOC 2 done by end of September
one | Where are we going for the team retreat? | offsite will be in Lüneburg
one | what does Lena ride to work these days? | got myself a cargo bike
one | Where does Nadja go next? | she goes to a hospital startup
changed | What time is our daily now? | standup again: 10:15 from Monday
changed | How many licences does Kestrel have in the end? | go up to 310 seats
changed | What may the offsite cost now? | finance gave us 7,200 for the three days
changed | how often do we try a webhook again these days? | retry limit back down to 4
several | How did the number of webhook retries change over time? | retry limit for webhooks is 5 now | retry limit back down to 4
several | What do we know about Lena's operation and recovery? | I'm off from the 12th, knee surgery | crutches go next week
time | When does the new designer start? | first day is the 2nd of March
time | At what hour did the ledger go into production? | ledger went live at 04:10
order | In which order did the daily meeting move? | standup moves to 9:40 | standup again: 10:15 from Monday
who | Who takes the emergency phone while Lena is away? | Otto said he would take it
who | Who said we shouldn't merge at the end of the week? | no merges after 15:00 on Fridays
who | Who was against GraphQL? | I vote against GraphQL
not | What turned out not to be the reason for the leak? | no, the cache is innocent
not | Which storage did we reject for the ledger? | Mongo is out
inference | Can I still merge at four on a Friday afternoon? | no merges after 15:00 on Fridays
inference | Why is the lake hotel too expensive? | budget for the offsite is 6,500
`,
  remarks: `
I forgot which database the ledger uses | settled on Postgres 16
not sure when the new designer starts | first day is the 2nd of March
the case number of Tobi's stolen laptop again please | case number BP-77120
I'd like to know who voted against GraphQL | I vote against GraphQL
remind me where the offsite is | offsite will be in Lüneburg
`,
};
