import type { EverydayTalk } from '../everyday-talks.ts';

export const spanishAssistant: EverydayTalk = {
  id: 'spanish-assistant',
  messages: 260,
  people: [],
  facts: `
U: Hola, quiero abrir una panadería en el barrio de Ruzafa. El local mide 74 metros cuadrados.
A: {4} Para esa superficie necesitas una licencia de actividad calificada. {3}

U: El dueño pide 1.450 al mes, me parece mucho.
A: {5}

U: Mi socia se llama Remedios y pone la mitad del dinero.
A: {4}

U: ¿Qué horno me conviene?
A: {3} Yo compraría un horno de piso de segunda mano, de la marca Salva, por unos 6.000 euros. {3}

U: al final el alquiler queda en 1.280 porque pagamos un año por adelantado
A: {4}

U: soy celíaco, imagínate, un panadero que no puede probar su pan
A: {3} Entonces prepara el pan sin gluten en otro cuarto y a otra hora. {3}

U: Dame diez nombres para la tienda.
A: Claro, aquí van diez:
1. La Corteza
2. Miga y Sal
3. El Obrador de Ruzafa
4. Masa Viva
5. Harina de Otro Costal
6. La Espiga Torcida
7. Pan de Luna
8. Tahona Remedios
9. El Horno Azul
10. Levadura
{2}

U: nos quedamos con el quinto, nos hizo reír
A: {3}

U: el ayuntamiento tarda tres meses con la licencia, así que abrimos el 14 de octubre
A: {4}

U: ¿cuánta masa madre tengo que guardar cada noche?
A: {3} Guarda 800 gramos por cada 20 kilos de harina del día siguiente. {3}

U: contratamos a Iker, que trabajó ocho años en Bilbao
A: {4}

U: el proveedor de harina será el molino de Alborache, trae cada martes
A: {4}

U: cambio de planes: la inauguración pasa al 4 de noviembre, falta el extractor
A: {4}

U: ¿a qué temperatura horneo la coca de llanda?
A: {3} A 180 grados durante 35 minutos, sin aire. {3}

U: no quiero vender bollería industrial, eso lo tengo claro
A: {4}

U: Remedios se marcha, le ofrecieron una plaza de profesora en Cuenca
A: {3} Habla con un notario antes de repartir las cuotas. {2}

U: mi hermano Anselmo entra en lugar de ella, con 20.000
A: {4}

U: el banco nos dio 35.000 a siete años
A: {4}

U: los vecinos se quejaron del ruido de la amasadora a las cuatro
A: {3} Pon tacos de goma debajo y empieza a las cinco y media. {3}

U: vendimos 310 barras el primer sábado
A: {4}
`,
  asides: `
U: mi vecina vende su piso de 82 metros por 210.000
A: {3}

U: el bar de la esquina paga 900 de alquiler, qué suerte
A: {4}

U: ayer soñé con un horno que hablaba
A: {2}

U: mi prima Consuelo abre una floristería en mayo
A: {3}

U: ¿cuántos kilómetros hay hasta Cuenca?
A: {2} Unos 200 por la autovía. {2}

U: se rompió la nevera pequeña, 340 de reparación
A: {4}

U: el perro del fontanero se comió dos bollos
A: {2}

U: me ofrecen sal de Torrevieja a 11 el saco
A: {4}

U: dime tres libros sobre trigo
A: 1. El grano y la piedra
2. Historia de la espiga
3. Molinos del Júcar
{2}

U: mi padre cumple 81 el domingo
A: {2}

U: la competencia vende la barra a 95 céntimos
A: {4}

U: pintamos la pared de verde, 46 euros de pintura
A: {3}

U: ¿a qué hora sale el sol en noviembre?
A: {2} Hacia las siete y media. {2}

U: la alcaldesa pasó por la calle y saludó
A: {2}

U: el contador de la luz está en el local de al lado
A: {4}

U: me duele la espalda de cargar sacos de 25 kilos
A: {4}

U: un cliente quiere tartas para 60 personas en junio
A: {4}

U: aprendí a hacer ensaimadas con mi abuela en Inca
A: {3}
`,
  templates: `
U: [¿qué opinas del/¿cómo mejoro el/tengo dudas con el] [precio del pan/horario/escaparate/local/contrato]?
A: {6}

U: [¿cómo conservo/¿cuánto dura/¿dónde compro] [la harina/la masa/la levadura/el aceite]?
A: {6}

U: [gracias/vale, sigo/perfecto/de acuerdo], [mañana te cuento/luego vuelvo/qué paciencia tienes]
A: {2}

U: [hoy vino/llamó/escribió] [el fontanero/el banco/un cliente/el ayuntamiento/mi hermano] [y todo bien/, qué pesado/otra vez]
A: {4}

U: hazme [una lista/un resumen/un plan] para [la semana/el horno/los pedidos/la limpieza]
A: 1. {1}
2. {1}
3. {1}
4. {1}
5. {1}

U: [estoy cansado/dormí poco/qué calor hace en el obrador/llueve y no entra nadie]
A: {3}
`,
  advice: `
El precio de una barra debe cubrir [la harina/la luz/el alquiler] y además tu tiempo.
Un horno [frío/mal sellado/viejo] gasta el doble de luz.
La masa agradece [una noche/doce horas/un día] en la nevera.
Pregunta al ayuntamiento por [la licencia/los ruidos/la terraza] antes de firmar.
Un contrato de alquiler se negocia mejor [en verano/con aval/con un abogado].
La harina se guarda [en seco/a menos de veinte grados/lejos de la pared].
Los vecinos aceptan mejor el ruido si les llevas [pan/bollos/una nota].
Anota cada día cuántas barras [sobran/vendes/regalas].
La levadura fresca dura [dos semanas/poco/unos diez días] en frío.
Un socio y tú debéis escribir [las cuotas/los sueldos/las vacaciones] desde el principio.
El banco quiere ver un plan de [tres/cinco] años con números prudentes.
Limpia la amasadora [al terminar/con agua tibia/sin jabón].
El escaparate vende más que [un anuncio/las redes/un cartel].
Empieza con [seis/ocho/pocos] productos y hazlos bien.
El seguro cubre [incendios/robos/cristales], léelo con calma.
Los sábados se vende el doble que [los martes/entre semana].
El pan sin gluten pide [otros moldes/otra harina/más agua].
Un molino cercano suele traer [cada semana/lo que pidas/harina más fresca].
El extractor debe llegar [al tejado/por encima del vecino].
Contrata a alguien que [madrugue/sonría/sepa amasar].
La temperatura del obrador cambia la fermentación más que la receta.
Abre [media hora antes/a la misma hora/también los lunes] y la gente se acostumbra.
`,
  questions: `
one | ¿Qué tamaño tiene nuestra tienda? | El local mide 74 metros cuadrados
one | ¿Qué enfermedad tengo? | soy celíaco
one | ¿Con qué título nos quedamos? | nos quedamos con el quinto
one | ¿De dónde viene nuestra harina y qué día? | el molino de Alborache, trae cada martes
one | ¿Dónde había trabajado antes nuestro empleado? | que trabajó ocho años en Bilbao
one | ¿Cuánto nos prestaron? | el banco nos dio 35.000
one | ¿Por qué se fue mi socia? | le ofrecieron una plaza de profesora en Cuenca
one | ¿Cuánto pan se vendió en el primer fin de semana? | vendimos 310 barras
changed | ¿Cuánto pagamos al casero? | al final el alquiler queda en 1.280
changed | ¿Cuándo abrimos por fin? | la inauguración pasa al 4 de noviembre
changed | ¿Quién es mi socio ahora? | mi hermano Anselmo entra en lugar de ella
several | ¿Qué fechas de apertura hemos tenido? | abrimos el 14 de octubre | la inauguración pasa al 4 de noviembre
several | ¿Quiénes han puesto dinero en el negocio? | Remedios y pone la mitad | mi hermano Anselmo entra en lugar de ella
assistant | ¿Qué aparato me recomendaste para cocer? | un horno de piso de segunda mano
assistant | ¿Cuál era el sexto nombre de tu lista? | La Espiga Torcida
assistant | ¿Cuánto fermento había que apartar por la noche? | Guarda 800 gramos
assistant | ¿A cuántos grados dijiste que va la coca? | A 180 grados durante 35 minutos
assistant | ¿Qué hago contra las quejas por el ruido? | Pon tacos de goma debajo
assistant | ¿Qué permiso dijiste que hacía falta? | una licencia de actividad calificada
not | ¿Qué cosa no vamos a ofrecer nunca? | no quiero vender bollería industrial
time | ¿Cuánto se demora la administración con el permiso? | tarda tres meses con la licencia
order | ¿En qué orden cambió el precio del local? | El dueño pide 1.450 | al final el alquiler queda en 1.280
inference | ¿Por qué se retrasó la apertura? | falta el extractor
`,
  remarks: `
no me acuerdo de cuántos metros tiene el local | El local mide 74 metros cuadrados
dime otra vez el precio del alquiler | al final el alquiler queda en 1.280
recuérdame qué horno me recomendaste | un horno de piso de segunda mano
se me olvidó la fecha de la inauguración | la inauguración pasa al 4 de noviembre
quisiera saber cuánto nos dio el banco | el banco nos dio 35.000
`,
};
