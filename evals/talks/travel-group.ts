import type { EverydayTalk } from '../everyday-talks.ts';

export const travelGroup: EverydayTalk = {
  id: 'travel-group',
  messages: 380,
  people: ['Katrin', 'Malte', 'Brian', 'Aoife', 'Sönke'],
  facts: `
Katrin: so, Reisezeit steht: 5. bis 16. September
Brian: perfect, I've put it in for leave
Malte: passt

Malte: Fähre ist gebucht, Kiel nach Göteborg, Kabine mit Fenster
Aoife: lovely

Aoife: I get seasick on anything bigger than a pedalo, just saying
Sönke: ich bring Ingwer mit

Sönke: mein Pass ist seit Mai abgelaufen, hab heute einen neuen beantragt
Katrin: oh Mann

Brian: rental car: estate, 740 for the twelve days, full cover
Malte: ok

Katrin: die Hütte am Vänern kostet 1.180, Anzahlung von 300 habe ich überwiesen
Brian: you're a star

Aoife: Niamh joins us after all, so we're six now
Katrin: super, dann brauchen wir das Beistellbett

Malte: ich kann nicht fahren, mein Führerschein ist noch bis Oktober weg
Brian: then Aoife and I do the driving

Brian: they changed our car to a minibus, 905 all in, because of the sixth person
Sönke: auch gut

Sönke: Kanutour: der Verleih Björklund will 45 Euro pro Boot und Tag
Aoife: let's take three

Katrin: die Fähre fährt jetzt doch ab Travemünde, die andere Linie hat eingestellt
Malte: na gut, ist für mich sogar näher

Aoife: I don't eat meat, but fish is ok
Katrin: weiß ich doch

Katrin: wer hat eigentlich den Hund? Ich kann Bruno nicht mitnehmen
Sönke: meine Mutter nimmt ihn

Brian: found a moose park near Ed, opens at eleven, kids rate for Niamh 12
Katrin: sie freut sich schon

Malte: ich habe die Nachtzüge verglichen und bin dagegen, dauert 21 Stunden
Brian: agreed, scrap that

Aoife: my boss only lets me go on the 7th, I'll fly to Landvetter and you pick me up
Brian: no bother

Katrin: wir haben jetzt die Hütte am Fryken statt der anderen, mit Sauna, 1.320
Malte: Sauna!

Sönke: neuer Ausweis liegt beim Amt, ich hole ihn Donnerstag
Katrin: puh

Sönke: ich verzichte aufs Angeln, die Lizenz ist mir zu umständlich
Malte: schade

Katrin: Mückenspray nicht vergessen, letztes Mal hatte ich 40 Stiche an einem Abend
Aoife: god

Brian: my cousin Declan lives in Karlstad, he'd put us up for the last night
Katrin: wie nett!

Malte: gemeinsame Kasse liegt bei mir, jeder bitte 250
Aoife: sent
`,
  asides: `
Malte: mein Bruder war auf den Lofoten, nur Regen
Aoife: cheerful

Brian: the new tent poles came, 89 euro, a bit steep
Sönke: Qualität halt

Katrin: hab 14 Gläser Marmelade gekocht, wer will
Malte: ich

Aoife: my sister flew to Oslo for 29 quid, hand luggage only
Brian: robbery the other way round

Sönke: Zahnarzt am Mittwoch, drückt mir die Daumen
Katrin: machen wir

Brian: county final tickets for the 28th, Declan's brother got me one
Aoife: jealous

Katrin: im Büro haben sie mir den Schreibtisch umgestellt, neben die Heizung
Malte: gemütlich

Malte: mein Rad hat 21 Gänge und keiner geht
Sönke: bring es vorbei

Aoife: do we need vignettes? I think that's only Austria
Brian: only Austria

Sönke: meine Schwester vermietet ihre Wohnung in Malmö, 95 die Nacht
Katrin: zu weit weg

Brian: I sold the old estate car to a priest
Aoife: bless him

Katrin: Schwedisch ist leicht, ich kann schon elf Wörter
Malte: skål

Malte: in der Sauna vom Fitnessstudio war heute Aufguss mit Birke
Katrin: neidisch

Aoife: Niamh lost a tooth at the swimming pool
Katrin: die Arme

Sönke: der Kanal heißt Dalsland und hat 31 Schleusen
Brian: good to know

Brian: passport control in Dublin took two hours on Sunday
Aoife: it always does

Katrin: Bruno hat den Postboten umarmt
Aoife: good boy

Malte: Elchwurst gibt es auch bei uns im Markt, 6,99
Brian: tempting

Aoife: my landlord wants 1,250 for a box room
Sönke: Wahnsinn

Sönke: ein Kollege hat die Fähre in Rostock verpasst, um vier Minuten
Malte: autsch

Brian: which side do they park on in Sweden? asking for Aoife
Aoife: oi

Katrin: ich nehme die gelbe Regenjacke mit, die von 2012
Malte: die lebt noch?

Malte: Wörterbuch, Taschenlampe, Kompass, hab ich alles von Opa
Sönke: stark

Aoife: the fish shop here closes, 60 years old
Brian: sad
`,
  templates: `
@1: [hat jemand/wer hat] [die Buchung/den Link/die Adresse/die Packliste] [gesehen/noch mal]?
@2: [schick ich dir/steht oben/bei Katrin/moment]

@1: [weather in Sweden looks grand/is it warm up there in September/do we need sleeping bags/who packs the cards]?
@2: [ja/maybe/I'd say so/keine Ahnung]
@1: [grand/ok/super]

@1: [freu mich schon/so excited/noch drei Wochen/only a month to go]!
@2: [me too/und ich erst/:D/same]

@1: [wie lange fährt man/how long is the drive] von [Göteborg/der Fähre/Karlstad] [zur Hütte/to the cabin/zum See]?
@2: [three hours or so/drei Stunden vielleicht/kommt auf die Pausen an/the app says four]

@1: [Fähre/Hütte/Auto/Kanu]: [alles klar soweit/noch Fragen/ich hab die Bestätigung/wer zahlt das]?
@2: [ich/alles gut/let's split it/in die Kasse]

@1: [I'll bring/ich bringe] [coffee/die Kamera/a tent/Spiele/den Grill] [mit/too/, ok]?
@2: [ja bitte/yes please/brauchen wir nicht/ok]

@1: [bin gerade beim Arzt/stuck at work/sitze im Zug/on the bus], [later/melde mich später/talk tonight]
@2: [bis dann/ok/no worries]

@1: [the dog/der Hund/Bruno] [needs/braucht] [food/Futter/a walk] [lol/heute/again]
@2: [haha/süß/poor thing]

@1: [essen wir/do we eat] [an Bord/on the ferry/in der Hütte/at the cabin] [am ersten Abend/on day one]?
@2: [klar/probably/Nudeln gehen immer/fish soup]

@1: [Preis/price] [passt/is ok/is a bit much/ist hoch] [für mich/for me/, finde ich]
@2: [finde ich auch/hm/let's see/dann lassen wir es]

@1: telefonieren wir [heute/morgen/Sonntag] um [acht/sieben/halb neun]?
@2: [geht/can't/ja/a bit later please]
`,
  questions: `
one | Where do we sail from? | die Fähre fährt jetzt doch ab Travemünde
one | Wer von uns verträgt keine Schiffe? | I get seasick
one | Wie viele Leute sind wir jetzt? | so we're six now
one | what's the rate for the canoes? | will 45 Euro pro Boot und Tag
one | Warum darf Malte nicht ans Steuer? | mein Führerschein ist noch bis Oktober weg
one | Who looks after the dog while we're away? | meine Mutter nimmt ihn
one | What does Aoife not eat? | I don't eat meat, but fish is ok
one | Wie viel muss jeder in den gemeinsamen Topf tun? | jeder bitte 250
one | Wo schlafen wir am Ende der Reise? | he'd put us up for the last night
one | What was the deposit for the cabin? | Anzahlung von 300
one | Ab wann hat der Elchpark offen? | opens at eleven
changed | What does the vehicle cost now? | they changed our car to a minibus, 905
changed | In welchem Haus wohnen wir nun und was kostet es? | die Hütte am Fryken statt der anderen
changed | How is it going with Sönke's passport? | neuer Ausweis liegt beim Amt
several | Which cabins did we book over time? | die Hütte am Vänern kostet 1.180 | die Hütte am Fryken statt der anderen
several | Welche Häfen waren für die Überfahrt im Gespräch? | Kiel nach Göteborg | ab Travemünde
order | In welcher Reihenfolge hatten wir die Autos? | rental car: estate, 740 | they changed our car to a minibus
time | When do we travel? | 5. bis 16. September
time | An welchem Tag kommt Aoife nach? | my boss only lets me go on the 7th
who | Who found the moose place? | found a moose park near Ed
who | Wer war gegen den Zug? | ich habe die Nachtzüge verglichen und bin dagegen
not | Worauf will Sönke lieber nicht? | ich verzichte aufs Angeln
not | What can't Katrin bring along? | Ich kann Bruno nicht mitnehmen
inference | Who can drive us through Sweden? | then Aoife and I do the driving
inference | Why do we need an extra bed? | Niamh joins us after all
`,
  remarks: `
Ich weiß nicht mehr, wo die Fähre jetzt abfährt | die Fähre fährt jetzt doch ab Travemünde
sag mir nochmal, was die Hütte am Fryken kostet | die Hütte am Fryken statt der anderen
I forgot when the moose park opens | opens at eleven
keine Ahnung mehr, wer gegen die Nachtzüge war | ich habe die Nachtzüge verglichen und bin dagegen
the price of the canoes from Björklund please | will 45 Euro pro Boot und Tag
`,
};
