/** Everyday words of one field, in English, made by hand: who asks about pets may have been told of a dog. Data only. */
export const relatedWords = `
job work career profession occupation employ business company office boss position role
kid child children son daughter baby toddler teen
family parent mom mother dad father sister brother sibling aunt uncle grandma grandmother grandpa cousin niece nephew
buy purchase bought shop order get
trip travel vacation visit journey holiday tour flight
movie film watch show series cinema actor
book read novel author story literature writer library
pet dog cat puppy kitten bird fish hamster animal
friend buddy pal mate
car vehicle drive bike truck
house home apartment flat room rent
food eat cook meal dish recipe dinner lunch breakfast restaurant bake snack dessert cake
drink coffee tea wine beer juice
sport game play team basketball soccer football tennis tournament match league
music song band concert sing instrument guitar piano violin album
art paint draw painting artist sculpture craft
exercise workout gym run yoga fitness train sport swim
hobby interest activity enjoy pastime leisure
event competition fair festival conference meeting workshop party parade exhibition
help support volunteer charity donate community
sick ill health doctor hospital injury hurt disease allergy medicine
study school college degree education course class university learn exam
money pay cost price fund budget expensive salary
move relocate
decide decision choose choice chose pick select settle agree opt
start begin launch open found
finish complete end
win award prize trophy medal
gift present give receive
marry wedding husband wife spouse engaged
photo picture pic image camera
sad upset tough hard difficult struggle challenge setback problem
plan goal dream want hope future intend aim
nature outdoors hike camp park beach mountain forest lake river
country state city town place region area
date relationship partner boyfriend girlfriend single
suggest recommend advice suggestion recommendation tip
create build make write design
relax calm unwind stress
attend participate join
religion church faith god spiritual
feel emotion mood
clothes wear dress shoes shirt fashion outfit
phone call text email message contact
bug error issue fail crash problem broken
fix repair solve resolve patch
delete remove drop erase
deploy release ship publish
database table query schema sql
test spec check verify
`;
