import type { EverydayTalk } from '../everyday-talks.ts';

export const recipes: EverydayTalk = {
  id: 'recipes',
  messages: 260,
  people: [],
  facts: `
U: There are four of us, my youngest, Ottilie, gets hives from walnuts. Please plan seven dinners.
A: {1}
1. Monday: barley soup with leeks and smoked tofu.
2. Tuesday: {1}
3. Wednesday: trout in parchment with fennel.
4. Thursday: {1}
5. Friday: shakshuka with feta and flatbread.
6. Saturday: {1}
7. Sunday: roast chicken on lemons with a tray of roots.
{2}

U: What do I need from the shop for that? I can spend 90 this week.
A: {1}
- 2 leeks, 1 fennel bulb, 3 lemons
- 250 g pearl barley
- 4 trout, cleaned
- 200 g feta
- {1}
{2} That should come to about 82.

U: My mother-in-law visits on Sunday, she can't stand coriander.
A: {4}

U: how long does the chicken have to stay in?
A: {3} Count 70 minutes at 200 degrees for 1.6 kilos and ten minutes of rest. {3}

U: I gave up on the gas stove, we have induction now
A: {4} Your copper pan will not work on it. {2}

U: we're five now, my nephew Bastian stays until Easter
A: {4}

U: what can I use instead of buttermilk?
A: {3} Stir one tablespoon of lemon juice into 240 ml of milk and wait five minutes. {3}

U: my husband's cholesterol is 260, so less butter from now on
A: {5}

U: I can only shop on Wednesdays and Saturdays because of the shifts
A: {4}

U: give me the bread recipe again that you praised so much
A: {2} 500 g flour, 370 g water, 10 g salt, 2 g yeast, 18 hours in a bowl, then 45 minutes in a pot with a lid. {3}

U: The bread was flat. My kitchen has 17 degrees at night.
A: {2} Then give it 24 hours instead of 18. {3}

U: Could you list desserts for a party of twenty?
A: {1}
1. Poppy seed cake on a tray
2. Rice pudding with plum compote
3. {1}
4. Quark mousse with sea buckthorn
5. Chocolate salami without nuts
6. {1}
7. Baked apples with marzipan
8. Lemon bars
{2}

U: the fourth was everybody's favourite
A: {3}

U: budget goes up to 120, with a teenager in the house that's needed
A: {4}

U: I hate okra, never suggest it again please
A: {3}

U: the freezer broke, everything thawed, I had to throw away the venison from uncle Gernot
A: {4}

U: Ottilie got tested, it's hazelnuts too, but almonds are fine
A: {4}

U: what wine goes with the trout?
A: {3} I would open a Silvaner from Franconia, well cooled. {3}

U: my sourdough is called Egon and lives in the fridge door
A: {3} Feed him every ten days with equal parts of rye and water. {2}

U: new oven is a steam oven, arrives on the 19th
A: {4}

U: how do I get the smell of fish out of the wooden board?
A: {3} Rub it with coarse salt and half a lemon, and leave it in the sun for an hour. {3}

U: I'd like to bring something to the school fair that children can eat with their hands
A: {2} I would bake small pizza snails with spinach, about forty from one kilo of dough. {3}

U: Bastian left, so four plates again
A: {3}
`,
  asides: `
U: my neighbour's boy can't have milk, poor thing
A: {3}

U: bought a mixer for 64, it sounds like a plane
A: {3}

U: my sister cooks for twelve every Christmas
A: {3}

U: what is the national dish of Malta?
A: {3} Rabbit stewed in wine, mostly. {2}

U: I found 30 jars in the cellar, some from 2014
A: {4}

U: husband is away until the 9th, we eat pancakes
A: {3}

U: Ottilie's class bakes for the animal shelter, 50 muffins
A: {4}

U: what's the difference between stock and broth?
A: {4} Stock is made of bones, broth of meat. {2}

U: the baker on our street sells sourdough for 6.80
A: {3}

U: our hen Klara lays an egg every second day
A: {3}

U: how do I sharpen a bread knife?
A: {3} Leave that to a grinder, it costs about 12. {2}

U: my boss brought cheese from Savoy, two kilos
A: {4}

U: which cabbage is best for kimchi?
A: {3} Napa, salted for two hours with 5 percent of its weight. {2}

U: the school canteen serves fish fingers four times a month
A: {3}

U: Gernot turned 77 and ate three helpings
A: {3}

U: can I use the sauna to dry apples?
A: {4} At 55 degrees they need about six hours. {2}

U: the tap drips, the plumber comes on the 27th
A: {2}

U: how much coffee for fifteen people?
A: {3} About 120 grams for two litres. {2}

U: my aunt collects egg cups, 214 of them
A: {2}
`,
  templates: `
U: what can I cook with [pumpkin/leeks/lentils/cabbage/potatoes/trout] [and feta//and lemons/tonight]?
A: {7}

U: give me [five/six] ideas for [lunch boxes/a quick dinner/breakfast/the weekend/a picnic]
A: {1}
1. {1}
2. {1}
3. {1}
4. {1}
5. {1}
{1}

U: how [long/hot/much] [for rice/for the cake/do I bake potatoes/salt for pasta/for a kilo of flour]?
A: {5}

U: [thanks, the soup was good/thanks/the children loved it/a bit salty but fine/nobody ate the salad]
A: {2}

U: make the [shopping list/plan] [shorter/cheaper/for Saturday/without meat]
A: - {1}
- {1}
- {1}
- {1}

U: can I [freeze/reheat/keep] [the bread/the soup/the chicken/the dough] [for a week/until Sunday/overnight]?
A: {5}
`,
  advice: `
Pumpkin roasts well with [sage/thyme/chilli] at 190 degrees for half an hour.
A soup gains from [a rind of cheese/a spoon of miso/a day in the fridge].
Leeks want [slow butter/little heat/a pinch of sugar].
Lentils with [lemon/vinegar/mustard] and parsley make a meal in 25 minutes.
Bread keeps best [in a cloth/cut side down/in a clay pot].
Trout is done when the [eye turns white/fin comes out].
A tray of roots takes 40 minutes at [200/210] degrees.
Rice for four is [250/280/300] grams with twice the water.
Butter browns in [four/five] minutes, so stay beside it.
Feta goes well with [melon/beetroot/baked tomatoes].
Pasta water should taste [salty/like the sea].
Cabbage gets sweet when it is [roasted/braised/cut thin].
A pot with a lid saves [half the energy/time].
Dough needs [time/warmth/patience] more than kneading.
Chicken rests while you make the [sauce/salad].
Freeze [soup/stock/bread] in portions and write the date on it.
Potatoes from [last week/the cellar] are fine as long as they are firm.
Buy [fennel/carrots/apples] loose, they cost less than in bags.
A cake is baked when a wooden stick comes out dry.
Flatbread takes [three/four] minutes in a dry pan.
Lemon at the end wakes up almost every dish.
Eggs keep [three/four] weeks in the cold.
Plan one dinner of leftovers, it saves [money/ten euros] each week.
Children eat more vegetables when they [cut/choose] them.
Nuts can be replaced by [sunflower seeds/pumpkin seeds/oats].
Spinach shrinks to a tenth, so buy [more/a kilo].
Wine in a sauce has to boil for [two/five] minutes.
Fish should smell of [nothing/the sea].
`,
  questions: `
one | What is my daughter allergic to? | gets hives from walnuts | it's hazelnuts too
one | Which herb does my husband's mother dislike? | she can't stand coriander
one | What sort of cooker do we own? | we have induction now
one | On which days can I go to the supermarket? | I can only shop on Wednesdays and Saturdays
one | What's wrong with my husband's blood? | my husband's cholesterol is 260
one | What did we lose when the power of the freezer went? | throw away the venison
one | Where do I keep Egon? | lives in the fridge door
one | Which vegetable must you not propose any more? | I hate okra
assistant | What was planned for the middle of the week? | Wednesday: trout in parchment
assistant | What was the sum you estimated for the groceries? | That should come to about 82
assistant | How long did you want me to roast the bird? | Count 70 minutes at 200 degrees
assistant | How do I fake buttermilk? | one tablespoon of lemon juice into 240 ml
assistant | How much water goes into the loaf? | 500 g flour, 370 g water
assistant | What was number seven of the sweets? | Baked apples with marzipan
assistant | Which bottle did you recommend with the fish? | a Silvaner from Franconia
assistant | How do I clean the chopping block? | Rub it with coarse salt
assistant | What did you say I should bring to the school? | small pizza snails with spinach
assistant | Which of my cookware is useless now? | Your copper pan will not work
changed | How many people do I cook for at the moment? | so four plates again
changed | How much money may we spend on food a week? | budget goes up to 120
changed | How many hours should the dough rest in my cold kitchen? | Then give it 24 hours instead of 18
several | Which allergies and dislikes do I have to think of? | gets hives from walnuts | she can't stand coriander | it's hazelnuts too | I hate okra
time | When do we get the new oven? | new oven is a steam oven, arrives on the 19th
not | Which nuts are no problem for Ottilie? | but almonds are fine
inference | Which dessert was most popular at the party? | the fourth was everybody's favourite
inference | Until when did my nephew want to stay? | my nephew Bastian stays until Easter
`,
  remarks: `
I forgot how long the chicken stays in | Count 70 minutes at 200 degrees
give me the recipe for the bread once more | 500 g flour, 370 g water
not sure which nuts Ottilie can eat | but almonds are fine
the wine for the trout again please | a Silvaner from Franconia
I'd like to know when the steam oven arrives | new oven is a steam oven, arrives on the 19th
`,
};
