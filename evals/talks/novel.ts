import type { EverydayTalk } from '../everyday-talks.ts';

export const novel: EverydayTalk = {
  id: 'novel',
  messages: 260,
  people: [],
  facts: `
U: The novel is set in a lighthouse off the Orkneys in 1911. The keeper is called Magnus Harcus.
A: {4}

U: Magnus lost two fingers of his left hand as a boy, in a winch.
A: {4}

U: His wife Ishbel died of the croup, they had one daughter, Effie, nine years old.
A: {3} Croup kills children rather than grown women; diphtheria or childbed fever would be likelier. {2}

U: right, then Ishbel died in childbed
A: {3}

U: how would a supply boat reach them in winter?
A: {3} Every fortnight if the sea allows, from Stromness, by a steam tender called the Pole Star. {3}

U: The stranger who is washed ashore says his name is Lindqvist and he is a Swedish botanist.
A: {4}

U: Effie hides a seal pup in the oil store.
A: {4}

U: give me six possible titles
A: {1}
1. The Keeper of Hours
2. Salt Ledger
3. What the Lamp Left Out
4. Nine Winters
5. A Stranger at Low Water
6. The Pup in the Oil Store
{2}

U: I take the third one as working title
A: {2}

U: change: the stranger is no botanist, he is a deserter from a German cruiser, real name Albers
A: {4}

U: the murder happens in chapter 7, the assistant keeper Tulloch is found below the cliff
A: {4}

U: who could have done it, in your view?
A: {3} I suspect the factor, Mr Spence, because he signed the false oil accounts and Tulloch could count. {3}

U: no, it was Effie, by accident, when she pushed the ladder away
A: {4}

U: which eye colour did Effie get? let's say one grey one brown
A: {3}

U: the whole thing is told by Effie as an old woman in 1972
A: {4}

U: what did people eat out there?
A: {3} Salt mutton, bere bannocks, dried saithe and a great deal of tea. {3}

U: I cut the love story between the schoolmistress and Magnus, it goes nowhere
A: {4}

U: my agent Philippa wants 90,000 words by the end of February
A: {4}

U: Philippa allows 110,000 words after all
A: {3}

U: move the murder to chapter 5, it drags otherwise
A: {4}

U: the lamp: how often does it flash?
A: {3} Two white flashes every thirty seconds, so that sailors can tell it from Noup Head. {3}

U: Albers escapes on the last page by the whaler Balaena
A: {4}

U: Let's call the daughter Jessie rather, Effie is in my aunt's memoir
A: {3}
`,
  asides: `
U: my cat sat on chapter two and deleted a line
A: {2}

U: read about a keeper on Flannan who vanished in 1900
A: {4}

U: my sister thinks all my heroines are called after flowers
A: {3}

U: the writers' group meets on Tuesdays, seven of us
A: {2}

U: what colour is a herring gull's beak?
A: {3} Yellow with a red spot. {2}

U: the library fines me 4.50 for Stevenson
A: {2}

U: how heavy is a Fresnel lens?
A: {3} The large ones weigh about five tons. {2}

U: someone in the group writes about a Danish spy in Leith
A: {3}

U: which hymns did they sing on Orkney?
A: {4} Mostly metrical psalms. {2}

U: the notebook from Kirkwall has 192 pages, 150 are full
A: {3}

U: my aunt's memoir has a dog called Tam
A: {2}

U: I dreamt that the ladder had teeth
A: {3}

U: what did a telegram cost then?
A: {3} Sixpence for twelve words. {2}

U: a minor figure: the minister, Mr Louttit, has a wooden leg
A: {4}

U: the schoolmistress comes from Wick and plays the harmonium
A: {4}

U: how long does a seal stay with its mother?
A: {3} A grey seal three weeks or so. {2}

U: the post boat is rowed by two brothers, Davie and Erlend
A: {4}

U: my editor friend found nine times "suddenly"
A: {2}

U: Spence has a gold tooth and a cough
A: {4}

U: the cottage in my youth had 61 steps to the beach
A: {2}
`,
  templates: `
U: write me [a paragraph/two sentences/a short scene] about [the storm/the lamp room/breakfast/the sea/the cliff/a letter]
A: {7}

U: [too sweet/too long/more salt, less sugar/good/I like the second half/hm, no]
A: {4}

U: is [the keeper/the stranger/the girl/Tulloch/the boat] [believable/too silent/too kind/well placed] in [chapter two/chapter three/that scene/the ending]?
A: {6}

U: what would [Magnus/the girl/the stranger/Spence] [say/do/think] when [the lamp goes out/the boat is late/somebody knocks/it snows]?
A: {6}

U: [I wrote nothing today/wrote 600 words/wrote until two/stuck again/read Stevenson instead]
A: {3}

U: find me a better word for [dark/cold/wet/lonely/grey/old]
A: {3}
`,
  advice: `
The [sea/wind/lamp] can do the talking where the people are silent.
A keeper counts [hours/oil/ships] because there is little else to count.
Let the [stranger/girl/keeper] want something small in every scene.
A murder is [stronger/quieter] when nobody names it.
The [cliff/ladder/oil store] should be seen once before it matters.
An old woman who tells a story forgets [names/days] and keeps smells.
Cut the [first/last] paragraph and see whether anybody misses it.
A chapter should end [a sentence early/on a sound].
The [boat/letter/storm] arrives too often at the right moment.
Grey has a hundred cousins: slate, ash, pewter, dishwater.
Children lie [well/badly] about animals.
A title promises what the [ending/middle] has to pay.
German and Swedish accents differ in the [melody/vowels].
The reader knows [more/less] than the keeper and enjoys it.
Fingers, eyes and hands are used too often; try [knees/ears].
Winter light in the north is [short/blue/flat].
The assistant should have one [habit/joke/secret] before he dies.
Let the lamp go out [once/late], it is your strongest card.
Dialogue gets [salt/rhythm] from what is not answered.
Words like "suddenly" are [fog/noise].
A love story needs [an obstacle/a chair less].
The year should be felt in [the tools/the prices/the news].
Eighty pages without a door opening are [brave/too many].
`,
  questions: `
one | What is missing on the keeper's hand? | lost two fingers of his left hand
one | Which animal is kept in secret? | Effie hides a seal pup
one | What do the girl's eyes look like? | one grey one brown
one | From whose point of view is the book told? | told by Effie as an old woman
one | Who is the victim? | Tulloch is found below the cliff
one | In what year does the story take place? | off the Orkneys in 1911
one | How does the stranger get away? | by the whaler Balaena
one | What is the book called for now? | I take the third one as working title
changed | Who is the man from the sea really? | deserter from a German cruiser
changed | In which chapter is the killing now? | move the murder to chapter 5
changed | How long may the manuscript be? | allows 110,000 words
changed | What's the name of the daughter now? | Let's call the daughter Jessie
changed | What did the keeper's wife die of? | then Ishbel died in childbed
several | Which names and identities did the stranger have? | says his name is Lindqvist | real name Albers
several | How did the limit of words change? | wants 90,000 words | allows 110,000 words
assistant | How did you say supplies get there? | by a steam tender called the Pole Star
assistant | Whom did you suspect? | I suspect the factor, Mr Spence
assistant | What was the fifth title you proposed? | A Stranger at Low Water
assistant | What did you say was on their plates? | Salt mutton, bere bannocks
assistant | What's the rhythm of the light? | Two white flashes every thirty seconds
assistant | What objection did you have against the disease? | Croup kills children rather than
not | Which romance did I remove? | I cut the love story
time | When is the deadline of my agent? | by the end of February
order | In which order did the chapter of the death change? | the murder happens in chapter 7 | move the murder to chapter 5
inference | Who is guilty of the death of the assistant keeper? | no, it was Effie, by accident
inference | Why is the girl no longer called Effie? | Effie is in my aunt's memoir
`,
  remarks: `
I forgot what colour Effie's eyes have | one grey one brown
remind me of the name of the steam tender | by a steam tender called the Pole Star
not sure which chapter the murder is in now | move the murder to chapter 5
I can't recall what the agent said about the number of words | allows 110,000 words
the rhythm of the lamp again please | Two white flashes every thirty seconds
`,
};
