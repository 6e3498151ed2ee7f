/**
 * Everyday words of one field, in English, made by hand: who asks about pets may have been told of a dog. Wide fields
 * first, then words that mean nearly the same, by part of life. Data only.
 */
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
leave depart departure
arrive arrival
quit resign cease stop abandon
boat ship ferry sail yacht canoe
plane airplane flight fly airline airport
train rail railway station
bus coach tram shuttle
luggage suitcase baggage backpack
hotel hostel inn lodging accommodation airbnb guesthouse
ticket fare admission
sea ocean coast shore seaside
road street avenue lane highway
abroad overseas foreign
heavy weigh weight kilo pound
tall height inch
big large size huge
small little tiny
fast quick speed pace
cheap discount bargain sale
rent lease landlord tenant
loan mortgage debt borrow lend credit
salary wage income earn raise
bill invoice receipt
refund reimburse
tax accountant
insurance insure policy premium
bank account
doctor physician surgeon specialist clinic
dentist tooth teeth
medicine medication pill tablet drug drops dose prescription
allergy allergic intolerance intolerant
diet vegetarian vegan gluten
pain ache hurt sore
operation surgery
nurse caregiver
therapist counselor psychologist counselling therapy
glasses spectacles lenses
sleep bed nap insomnia tired
seafood shellfish prawn shrimp fish
meat beef pork chicken lamb
vegetable salad
sweet sugar syrup honey
bread loaf dough flour
spicy hot chili
boil simmer
fridge freezer
oven stove
kitchen pantry
bathroom bath shower toilet
sofa couch armchair
bedroom bed
garage shed basement cellar attic
garden yard lawn plant flower
roof ceiling
heating heater boiler radiator
flatmate roommate housemate
husband wife spouse partner fiancé fiancée
colleague coworker teammate
boss manager supervisor
employee staff
client customer
interview applicant candidate hire
retire retirement pension
deadline due
schedule timetable calendar agenda
postpone delay reschedule late
teacher tutor instructor coach lessons
pupil student
diploma degree graduate graduation
homework assignment
language speak fluent
dog puppy breed
cat kitten
horse pony ride
instrument guitar piano violin flute drum cello trumpet
singer vocalist
choir chorus
concert gig
author writer novelist
poem poetry poet
newspaper magazine article journal
statue sculpture
knit crochet sew
yarn wool
pottery ceramic ceramics clay
swim pool
run jog marathon race
gym workout
championship tournament cup
coach trainer
live reside residence
born hometown native
own possess
lost misplaced missing
broke broken damaged
throw discard bin
clean wash tidy
laundry washing
trash garbage rubbish waste
prefer preference favorite favourite like love
dislike hate avoid
afraid fear scared phobia
happy glad delighted
angry furious annoyed
proud
worried worry anxious nervous
tired exhausted
bored boring
excited thrilled
fight argue argument quarrel
apologize apology sorry
promise swear
dead died death funeral
accident crash
police
burglary theft stolen stole thief
storm thunderstorm thunder lightning
rain wet
snow ice
cold chilly winter
warm heat hot summer
noon midday
evening night tonight
morning dawn
weekend saturday sunday
daily everyday
yearly annual annually
computer laptop pc desktop
monitor screen display
printer print
password passphrase login credential
internet wifi router network broadband
website site webpage
server host
storage drive disk backup
file document
folder directory
software program app application
code program script
programmer developer engineer
repository repo git
branch merge
commit push
review feedback
library package dependency
version release
endpoint route api
function method
variable parameter argument
config configuration setting option
environment production staging
log trace
timeout delay latency
slow performance
memory leak ram
schedule cron
permission access role
encrypt encryption
container docker image
cluster kubernetes
response reply answer
color colour
beginning start
newest latest recent
maximum limit cap
minimum least
amount sum total
percent percentage rate share
discount rebate coupon voucher
delivery shipping shipment parcel package
complaint complain
warranty guarantee
supplier vendor
contract agreement
lawyer attorney solicitor
court trial
vote election
budget spend expense
invest investment stock shares
donate donation
age birthday born birth
bike cycling
carpenter wood woodwork bench
dismiss layoff
exhibition exhibit gallery display
meeting appointment
mountain hill peak summit
name called nickname
pregnant pregnancy
relative cousin aunt uncle
wallpaper wall
`;
