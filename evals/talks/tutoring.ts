import type { EverydayTalk } from '../everyday-talks.ts';

export const tutoring: EverydayTalk = {
  id: 'tutoring',
  messages: 260,
  people: [],
  facts: `
U: hi, I'm in year 11 and chemistry kills me. The mock is on 6 December
A: {3} Let us begin with what you already know. {2}

U: my teacher is Mrs Abernathy, she talks so fast
A: {4}

U: I got 43 percent in the last test
A: {3} That is a base to build on. {2}

U: how do I remember which electrode is which?
A: {3} Think of a red cat: reduction happens at the cathode. {3}

U: I have a stammer so the oral part scares me
A: {3} You can ask for 25 percent extra time, the school has a form for that. {3}

U: explain moles like I'm five
A: {3} A mole is like a dozen, only for atoms: a box of eggs with a very long number. {4}

U: we do titration on Thursday with real acid
A: {3} Rinse the burette with the solution and not with water. {3}

U: I mixed up the indicator, used litmus and it was all wrong
A: {3} For a weak acid and a strong base take phenolphthalein. {3}

U: the mock has been moved to 13 January, phew
A: {3}

U: I want to be a vet, that's why I need the grade
A: {4}

U: can you give me a plan for the holidays?
A: {1}
1. First two days: bonding and structure.
2. Then three days: moles and equations.
3. One day off, and I mean it.
4. Two days: rates and equilibrium.
5. Last three days: past papers from 2019 and 2021.
{2}

U: I only manage 40 minutes before I stop listening
A: {3} Then we work in blocks of 25 minutes with five minutes of walking. {3}

U: got 58 this time!!
A: {3}

U: what was the mistake in my sulfuric acid sum?
A: {3} You forgot that it gives off two protons, so your answer was half of what it should be. {3}

U: my study buddy is Rahul, he's good at organic
A: {4}

U: why does the rate double when it gets warmer?
A: {3} More collisions pass the barrier; the rule of thumb says twice as fast for ten degrees. {3}

U: Abernathy is on maternity leave now, we have Mr Quill
A: {4}

U: I dropped physics btw, too much
A: {4}

U: show me one more example with limiting reagents
A: {3} Take 5.4 g of aluminium and 21.3 g of chlorine: neither is left over, that is why it is a good example. {3}

U: 71 in the mock, I cried a little
A: {3} Wonderful. {2}

U: the real exam starts at 9 on 22 May, in the sports hall
A: {4}

U: flame tests: which colour was what
A: {1}
- lithium: crimson
- sodium: yellow
- potassium: lilac
- calcium: orange-red
- copper: blue-green
- barium: apple green
{2}
`,
  asides: `
U: my brother got 88 in maths without revising, I hate him
A: {3}

U: mum is a nurse and says 12 hour shifts are normal
A: {3}

U: Rahul has a snake called Newton
A: {2}

U: bus was late again, 25 minutes in the rain
A: {2}

U: our biology teacher Mr Finch collects beetles
A: {3}

U: the school play is on 3 December, I do the lights
A: {3}

U: how many elements are there?
A: {3} 118 so far. {2}

U: is glass a liquid?
A: {3} No, an amorphous solid. {3}

U: my dog ate the periodic table poster, from hydrogen to neon
A: {2}

U: the girl next to me got 97, her dad is a chemist
A: {3}

U: why is the sea salty?
A: {4} Rivers wash it out of rock. {2}

U: hockey training moved to Wednesday at six
A: {2}

U: geography test was 64, ok I guess
A: {3}

U: what was Marie Curie's first name in Polish?
A: {2} Maria Salomea. {2}

U: the lab smells of eggs because of year 10
A: {3}

U: I have braces until March
A: {2}

U: is bleach an acid?
A: {3} No, it is alkaline, pH about 12. {2}

U: we dissected a heart, two people fainted
A: {2}

U: who invented the match?
A: {3} John Walker in 1826. {2}

U: our French teacher left, no idea who comes
A: {2}
`,
  templates: `
U: I don't get [bonding/equilibrium/redox/alkanes/isotopes/the periodic table] [at all/again/, help/today]
A: {6}

U: [is that right/can you check this/what did I do wrong]: [2 H2 + O2 gives 2 H2O/pH 3 is more acidic than pH 5/mass is 18 g/the ion is 2 plus]?
A: {4}

U: [give me a question/test me/another one/quiz please] on [acids/rates/moles/metals/organic]
A: {2} Here is one: how many [moles/grams/ions] are in [5 g/12 g/half a litre] of [salt/acid/water/magnesium]?

U: [is it/um/I think] [0.2/36/pH 4/the second one/covalent]?
A: {4}

U: [ok thanks/gotta go, dinner/mum says bed/later/brb]
A: {1}

U: [Rahul/my teacher/a girl in class] says [the mock is easy/we need the data sheet/moles come up every time]
A: {4}

U: [how long should I revise/is this on the exam/do I have to learn this by heart/what grade is 60 percent]?
A: {5}
`,
  advice: `
Write down what is [given/asked/known] before you touch the calculator.
A [mole/gram/litre] is only a unit, so units tell you what to divide by.
Metals [give away/lose] electrons and become positive.
The mass of an atom is nearly all in its [nucleus/middle].
An [acid/alkali/ion] in water splits into parts.
Balance [oxygen/hydrogen] last, it saves time.
The exam gives a mark for the [unit/sign/working].
Equilibrium does not mean equal amounts, it means equal [rates/speeds].
A catalyst lowers the barrier and is not used up.
Past papers show how a question [is put/repeats].
Colour changes at the [end point/border] are sudden, so go drop by drop.
Covalent bonds share, ionic bonds [take/hand over].
Each row of the table adds a shell.
Read the [data sheet/question] twice, slowly.
Rates depend on [surface/heat/concentration].
A test of 50 percent says where to look and not who you are.
Make a card for each [ion/formula/colour] you forget.
Isotopes differ in [neutrons/mass] and nothing else.
Your teacher likes [full sentences/arrows/state symbols].
Reduction gains electrons, oxidation loses them.
Alkanes have single bonds only.
Sleep is when the [formula/table/reaction] moves into memory.
Revise a little [every day/before dinner] rather than all on Sunday.
Concentration is amount divided by volume.
`,
  questions: `
one | Which profession am I aiming at? | I want to be a vet
one | Why am I afraid of the speaking exam? | I have a stammer
one | How long can I concentrate? | I only manage 40 minutes
one | Who studies with me? | my study buddy is Rahul
one | Which subject did I give up? | I dropped physics btw
one | Where will the final take place? | in the sports hall
changed | When is the practice exam? | the mock has been moved to 13 January
changed | Who teaches my class now? | we have Mr Quill
changed | What's my latest score? | 71 in the mock
several | How did my marks develop? | I got 43 percent | got 58 this time | 71 in the mock
several | Which teachers have I had? | my teacher is Mrs Abernathy | we have Mr Quill
order | In which order were my results? | I got 43 percent | got 58 this time | 71 in the mock
time | At what time does the final begin and when? | the real exam starts at 9 on 22 May
assistant | What was the trick with the animal to tell the poles apart? | Think of a red cat
assistant | How much longer may I take in the oral? | ask for 25 percent extra time
assistant | What did you compare a mole with? | A mole is like a dozen
assistant | What should I wash the glass tube with? | Rinse the burette with the solution
assistant | Which indicator should I have used? | take phenolphthalein
assistant | What did the fourth step of the holiday plan say? | Two days: rates and equilibrium
assistant | What rhythm of work and breaks did you suggest? | blocks of 25 minutes with five minutes of walking
assistant | What did I get wrong with H2SO4? | You forgot that it gives off two protons
assistant | What colour did you say potassium burns with? | potassium: lilac
assistant | Which years of old papers should I do? | past papers from 2019 and 2021
not | With what should I not rinse it? | and not with water
inference | How much faster does it go at plus ten degrees? | twice as fast for ten degrees
`,
  remarks: `
i forgot when the mock is | the mock has been moved to 13 January
no idea anymore which indicator to take for a weak acid | take phenolphthalein
tell me the trick for the cathode again | Think of a red cat
I don't remember who my chemistry teacher is now | we have Mr Quill
can't remember what colour potassium had in the flame test | potassium: lilac
`,
};
