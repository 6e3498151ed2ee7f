import type { EverydayTalk } from '../everyday-talks.ts';

export const healthDiary: EverydayTalk = {
  id: 'health-diary',
  messages: 260,
  people: [],
  facts: `
U: Was at Dr Feldmann's today. Blood pressure 152 over 96, he isn't amused.
A: That is on the high side. {2}

U: He put me on ramipril, 2.5 mg in the morning.
A: Noted, one tablet with breakfast. {2}

U: The dry cough started a few days after the new pills, I wonder.
A: A dry cough is a known side effect of that group. {2}

U: Doctor swapped the medicine because of the cough, candesartan 8 now.
A: I changed that in the list. {2}

U: My sister Agnes had a stroke at 58, I never told him that.
A: That matters for your own risk, so mention it. {2}

U: Dentist: lower left molar needs a crown, 840 euros of which I pay half.
A: {2} Ask for a written cost plan.

U: They found gallstones by accident during the ultrasound, three small ones.
A: {2} As long as they are silent, nothing has to be done.

U: I'm not allowed grapefruit with this one, says the leaflet.
A: Right. {2}

U: weighed myself: 91.4, most in my life
A: {2} We can use that as the starting point.

U: eye doctor says pressure in the left eye is 24, wants to see me every three months
A: {2} Shall I remind you in three months?

U: Slept at the lab with all those cables. 31 pauses of breath an hour!
A: That is severe sleep apnoea. {2}

U: got the mask, feels like scuba diving
A: {2} Give it two weeks.

U: the scale says 88.9, first time under ninety since summer
A: Well done! {2}

U: Vaccinated against shingles, second shot due in two months. Arm hurts like hell.
A: {2} A cold pack helps.

U: penicillin gave me a rash when I was nine, mother just told me on the phone
A: I will note that as a possible allergy. {2}

U: Feldmann retires in June, his successor is a Dr Yilmaz.
A: {2} Ask for your file in time.

U: readings this week around 128 over 79
A: That is where we want you. {2}

U: stress test on the bike stopped at 175 watts, heart is fine
A: {2}

U: started walking to the allotment instead of the tram, 35 minutes each way
A: Splendid. {2}

U: they raised it to 16 because mornings are still too high
A: So candesartan 16 from now on. {2}

U: MRI of the shoulder: tendon is torn halfway, no operation for now, exercises
A: {2} Supraspinatus tears of this kind often do well without surgery.

U: 86.2 today!
A: Five kilos down since you began. {2}

U: The hearing aid people want me to test the small one for four weeks, in the right ear only
A: {2}

U: Insurance refused the cure at the seaside, I have a month to object
A: {2} I can draft the objection.
`,
  asides: `
U: neighbour's blood pressure is 170 and she laughs about it
A: {2}

U: my brother-in-law takes metformin since spring
A: {2}

U: The bathroom scale of Agnes shows two kilos more than mine
A: {2}

U: allotment: first tomatoes, 23 of them
A: {1}

U: paid 12.40 at the pharmacy for plasters and nose spray
A: {2}

U: the new glasses cost 310, I need them for reading only
A: {2}

U: watched a film about a surgeon, fell asleep
A: {1}

U: my cousin had his gall bladder out in 2011
A: {2}

U: dentist's assistant is called Marlies, she whistles
A: {1}

U: tram was cancelled, walked 40 minutes in the rain
A: {2}

U: they moved the flu shot to the second of November
A: {2}

U: Agnes dyes her hair red now, suits her
A: {1}

U: knee creaks on the stairs to the third floor
A: {2}

U: bought a new blood pressure cuff, the old one was from 2009
A: {2}

U: ate grapes, a whole kilo, stomach complains
A: {2}

U: pulse 61 this morning
A: {2}

U: lab lost my sample, had to go again
A: {2}

U: my eye twitches when I read long letters
A: {2}

U: nephew wants to become a nurse
A: {1}

U: insurance sent a magazine, 64 pages of nothing
A: {1}

U: slept on the sofa, neck stiff on the right side
A: {2}

U: the cat weighs 6.1 kilos, she should walk too
A: {1}
`,
  templates: `
U: [slept badly/slept well/slept six hours/woke up at four] [, no idea why//, the cat again/, too warm]
A: {2}

U: [took my pills/forgot the evening pill/pills taken, breakfast late/took everything] today
A: [Good/Noted/Thank you]. {2}

U: [headache/back pain/knee/stomach] again [since noon/after the garden/all day/in the morning]
A: {3}

U: walked [3,000/5,500/8,200/11,000] steps [, sunny/with Agnes/in the rain/]
A: [Nice/Very good/Keep going]. {2}

U: had [porridge/fish/too much cake/soup/a salad] for [lunch/dinner/breakfast]
A: {2}

U: [waited an hour at the doctor's/the pharmacy was closed/the practice didn't answer the phone/next appointment is confirmed]
A: {2}

U: is it normal that [the arm tingles/I feel dizzy when I stand up/my ankles swell/the eyes are dry]?
A: {4}

U: blood pressure [was all right/a bit high/fine/forgot to measure]
A: {2}

U: weight [same as yesterday/up a little/don't ask/down a bit]
A: {2}

U: the [dentist/eye doctor/physiotherapist/lab] [called/sent a letter/has holidays/was friendly]
A: {2}
`,
  advice: `
Measure [sitting/at rest/at the same hour], [five minutes/a while] after you sat down.
Pressure varies during the day, so one reading says little.
Drink [enough water/a glass more/less coffee] and see whether it helps.
A short walk after [lunch/dinner] does more than one thinks.
If it gets worse or you feel [dizzy/faint/unwell], call the practice.
Bring the list of your medicines to the next appointment.
Do not stop a tablet on your own.
Sleep is better with [a cool room/less light/the same hours].
Your shoulder likes [slow movements/warmth/breaks].
Salt is the lever most people forget.
Weight goes up and down by a kilo without meaning anything.
I keep a note of that for Dr Feldmann.
Teeth, eyes and ears deserve a check once a year.
The pharmacy can tell whether two medicines get along.
A cough after a cold may last three weeks.
Eat [vegetables/fibre/a bit less] in the evening.
The heart likes regular effort more than great effort.
The leaflet lists [rare/frequent/all] effects, most people have none.
Stretch the [calves/back/neck] before you go to bed.
You could write down when the pain begins and ends.
`,
  questions: `
one | what was the very first value when they took my blood pressure? | Blood pressure 152 over 96
one | Which fruit is forbidden for me? | I'm not allowed grapefruit
one | What illness runs in my family? | My sister Agnes had a stroke at 58
one | How much does the tooth cost? | lower left molar needs a crown, 840 euros
one | What did they discover in my belly by chance? | They found gallstones by accident
one | What value did they measure in my eye? | pressure in the left eye is 24
one | How many times did I stop breathing during the night test? | 31 pauses of breath an hour
one | Am I allergic to any antibiotic? | penicillin gave me a rash
one | Which jab did I have? | Vaccinated against shingles
one | How far did I get on the exercise bike at the cardiologist's? | stopped at 175 watts
one | What's the matter with my shoulder? | tendon is torn halfway
one | On which side do I wear the hearing device? | in the right ear only
changed | Which medicine against high blood pressure do I take, and how strong? | candesartan 8 now | they raised it to 16
changed | What do I weigh now? | 86.2 today!
changed | What is my blood pressure nowadays? | readings this week around 128 over 79
several | How did my weight develop? | weighed myself: 91.4 | the scale says 88.9 | 86.2 today!
several | Which medicines for my blood pressure have I had? | put me on ramipril | candesartan 8 now | they raised it to 16
order | In which order did I get the two different pills? | put me on ramipril | candesartan 8 now
time | When does my doctor stop working? | Feldmann retires in June
time | How long do I have to protest against the decision of the insurer? | I have a month to object
who | Who takes over the practice? | his successor is a Dr Yilmaz
assistant | What did you say about the stones? | As long as they are silent
assistant | Which tendon did you say it was? | Supraspinatus tears of this kind
not | What haven't I told my doctor about my relatives? | I never told him that
inference | Why did I have to change my pills? | The dry cough started a few days after
inference | How do I get to my garden? | started walking to the allotment
`,
  remarks: `
I forgot what the fruit was that I may not eat | I'm not allowed grapefruit
can't remember how much the crown costs | lower left molar needs a crown, 840 euros
not sure who takes over the practice of Feldmann | his successor is a Dr Yilmaz
the value of my eye pressure again please | pressure in the left eye is 24
I wonder how many watts I managed on the bike | stopped at 175 watts
`,
};
