/** Titles of a catalogue, as the demonstration and its library have them. */
export const TITLES = `Press de banca con barra
Press inclinado con mancuernas
Flexiones de brazos
Press de pecho en máquina
Contractora de pecho
Cruce de poleas
Dominadas
Jalón al pecho
Remo con barra
Remo con mancuerna a una mano
Remo sentado en polea
Peso muerto
Superman
Press militar con barra
Press de hombros con mancuernas
Elevaciones laterales
Face pull
Curl de bíceps con barra
Curl martillo
Curl concentrado
Extensión de tríceps en polea
Press francés
Fondos en banco
Plancha frontal
Plancha lateral
Abdominales cortos
Elevación de piernas
Bicicleta abdominal
Escaladores
Giros rusos
Bicho muerto
Sentadilla con barra
Sentadilla goblet
Prensa de piernas
Zancadas con mancuernas
Sentadilla búlgara
Extensión de cuádriceps
Curl femoral acostado
Sentadilla en máquina Smith
Peso muerto rumano
Sillita contra la pared
Hip thrust con barra
Puente de glúteos
Patada de glúteo en polea
Abducción de cadera en máquina
Elevación de talones de pie
Burpees
Saltos de tijera
Swing con kettlebell
Saltar la soga
Trote en cinta
Bicicleta fija
Elíptico
Remo en ergómetro
Salto al cajón
Caminata del granjero
Estiramiento de isquiotibiales
Postura del niño
Perro boca abajo
Estiramiento del flexor de cadera`.split('\n');

/**
 * Routines as trainers send them, and what a person reads in them: '# ' a day, '~ ' a rest day, then each exercise of the
 * catalogue with its sets, or one that is new ('+').
 */
export const ROUTINES: readonly { name: string; text: string; read: string }[] = [
  {
    name: 'a spreadsheet with headings',
    text: `Día 1 - Pecho y tríceps\t\t\t\t
Ejercicio\tSeries\tReps\tPeso\tDescanso
Press de banca\t4\t10\t60\t90
Press inclinado c/ mancuernas\t3\t12\t18\t60
Extensión de tríceps en polea\t3\t15\t20\t45
Día 2 - Espalda\t\t\t\t
Ejercicio\tSeries\tReps\tPeso\tDescanso
Jalon al pecho\t4\t8-12\t45\t90
Remo con barra\t4\t10\t40\t90`,
    read: `# Día 1 - Pecho y tríceps
Press de banca con barra: 4x10 60kg 90"
Press inclinado con mancuernas: 3x12 18kg 60"
Extensión de tríceps en polea: 3x15 20kg 45"
# Día 2 - Espalda
Jalón al pecho: 4x8-12 45kg 90"
Remo con barra: 4x10 40kg 90"`,
  },
  {
    name: 'a spreadsheet with headings in another order, and a note',
    text: `Ejercicio\tCarga (kg)\tSeries\tRepeticiones\tPausa\tObservaciones
Sentadilla\t50\t5\t5\t3'\tProfunda
Prensa\t120\t4\t12\t90"\t
Sillón de cuádriceps\t30\t3\t15\t60 seg\tpausa arriba
Camilla de isquios\t25\t3\t12\t1:00\t`,
    read: `#
Sentadilla con barra: 5x5 50kg 3' (Profunda)
Prensa de piernas: 4x12 120kg 90"
Extensión de cuádriceps: 3x15 30kg 60" (pausa arriba)
Curl femoral acostado: 3x12 25kg 60"`,
  },
  {
    name: 'a spreadsheet without headings',
    text: `LUNES\t\t\t
Sentadilla\t4x10\t60\t90"
Prensa de piernas\t4x12\t100\t90"
Gemelos\t4x20\t\t45"
MIÉRCOLES\t\t\t
Press plano\t4x8\t60\t2'
Remo serrucho\t4x10\t20kg\t`,
    read: `# LUNES
Sentadilla con barra: 4x10 60kg 90"
Prensa de piernas: 4x12 100kg 90"
Elevación de talones de pie: 4x20 45"
# MIÉRCOLES
Press de banca con barra: 4x8 60kg 2'
Remo con mancuerna a una mano: 4x10 20kg`,
  },
  {
    name: 'cells with the numbers apart, without headings',
    text: `1\tPress banca\t4\t10\t60\t90
2\tPress militar\t3\t10\t30\t90
3\tVuelos laterales\t3\t15\t6\t45
4\tPress francés\t3\t12\t15\t60`,
    read: `#
Press de banca con barra: 4x10 60kg 90"
Press militar con barra: 3x10 30kg 90"
Elevaciones laterales: 3x15 6kg 45"
Press francés: 3x12 15kg 60"`,
  },
  {
    name: 'days side by side',
    text: `LUNES\tMARTES\tJUEVES
Sentadilla 4x10\tPress banca 4x10\tPeso muerto 5x5
Prensa 4x12\tRemo con barra 4x10\tEstocadas 3x12
Gemelos 4x20\tDominadas 3x6\tHip thrust 4x10
\tPlancha 3x30"\t`,
    read: `# LUNES
Sentadilla con barra: 4x10
Prensa de piernas: 4x12
Elevación de talones de pie: 4x20
# MARTES
Press de banca con barra: 4x10
Remo con barra: 4x10
Dominadas: 3x6
Plancha frontal: 3x30"
# JUEVES
Peso muerto: 5x5
Zancadas con mancuernas: 3x12
Hip thrust con barra: 4x10`,
  },
  {
    name: 'a WhatsApp message',
    text: `Hola Juli! Te paso la rutina de esta semana 💪

*DÍA 1: PIERNAS*
- Sentadilla 4x10 (40 kg)
- Estocadas 3x12 c/pierna
- Prensa 4 x 15
- Gemelos 4 x 20

*DÍA 2: TORSO*
- Press plano 4x10
- Dorsalera 4x12
- Vuelos laterales 3x15
- Bíceps con barra 3x12

Cualquier cosa me avisás!`,
    read: `# DÍA 1: PIERNAS
Sentadilla con barra: 4x10 40kg
Zancadas con mancuernas: 3x12 (c/pierna)
Prensa de piernas: 4x15
Elevación de talones de pie: 4x20
# DÍA 2: TORSO
Press de banca con barra: 4x10
Jalón al pecho: 4x12
Elevaciones laterales: 3x15
Curl de bíceps con barra: 3x12`,
  },
  {
    name: 'an exported chat',
    text: `[12/3/25, 19:22:10] Profe Nico: Día 1
[12/3/25, 19:22:31] Profe Nico: press banca 4x10 60kg
[12/3/25, 19:22:50] Profe Nico: remo con barra 4x10 40kg
[12/3/25, 19:23:05] Profe Nico: Día 2
[12/3/25, 19:23:31] Profe Nico: sentadilla 5x5 80kg
[12/3/25, 19:24:02] Profe Nico: peso muerto rumano 3x10 50kg`,
    read: `# Día 1
Press de banca con barra: 4x10 60kg
Remo con barra: 4x10 40kg
# Día 2
Sentadilla con barra: 5x5 80kg
Peso muerto rumano: 3x10 50kg`,
  },
  {
    name: 'a numbered list in words',
    text: `Rutina de fuerza
1) Sentadilla: 5 series de 5 repeticiones con 80 kilos
2) Press de banca: 5 series de 5 repeticiones con 60 kilos
3) Remo con barra: 4 series de 8 repeticiones, descanso 2 min
4) Plancha: 3 series de 40 segundos`,
    read: `# Rutina de fuerza
Sentadilla con barra: 5x5 80kg
Press de banca con barra: 5x5 60kg
Remo con barra: 4x8 2'
Plancha frontal: 3x40"`,
  },
  {
    name: 'supersets with letters',
    text: `DIA 1
A1) Press banca 4x10
A2) Remo con barra 4x10
B1) Elevaciones laterales 3x15
B2) Face pull 3x15
B3) Curl martillo 3x12
C) Plancha 3x30"`,
    read: `# DIA 1
Press de banca con barra: 4x10 +
Remo con barra: 4x10
Elevaciones laterales: 3x15 +
Face pull: 3x15 +
Curl martillo: 3x12
Plancha frontal: 3x30"`,
  },
  {
    name: 'supersets with numbers first',
    text: `Lunes
1a. Dominadas 4x6
1b. Fondos en banco 4x12
2a. Curl concentrado 3x12 8kg
2b. Press frances 3x12 15kg`,
    read: `# Lunes
Dominadas: 4x6 +
Fondos en banco: 4x12
Curl concentrado: 3x12 8kg +
Press francés: 3x12 15kg`,
  },
  {
    name: 'a week with rest days',
    text: `Lunes: Full body
Sentadilla goblet 3x12
Flexiones 3x10
Martes: descanso
Miércoles: Full body
Peso muerto rumano 3x10
Jalón al pecho 3x12
Jueves: Descanso
Viernes: Cardio
Cinta 30 min
Sábado y domingo: descanso`,
    read: `# Lunes: Full body
Sentadilla goblet: 3x12
Flexiones de brazos: 3x10
~ Martes: descanso
# Miércoles: Full body
Peso muerto rumano: 3x10
Jalón al pecho: 3x12
~ Jueves: Descanso
# Viernes: Cardio
Trote en cinta: 1x30'
~ Sábado y domingo: descanso
~ Sábado y domingo: descanso`,
  },
  {
    name: 'shouting and little care',
    text: `DIA 1 PECHO Y BICEPS
PRESS BANCA 4X10
PRESS INCLINADO MANCUERNA 4X12
CONTRACTORA 3X15
BICEPS CON BARRA 4X10
MARTILLO 3X12
DIA 2 ESPALDA Y TRICEPS
DORSALERA 4X12
REMO BAJO 4X12
TRICEPS SOGA 4X15
FONDOS 3X12`,
    read: `# DIA 1 PECHO Y BICEPS
Press de banca con barra: 4x10
Press inclinado con mancuernas: 4x12
Contractora de pecho: 3x15
Curl de bíceps con barra: 4x10
Curl martillo: 3x12
# DIA 2 ESPALDA Y TRICEPS
Jalón al pecho: 4x12
Remo sentado en polea: 4x12
Extensión de tríceps en polea: 4x15
Fondos en banco: 3x12`,
  },
  {
    name: 'typos',
    text: `Dia 1
sentadila con barra 4x10
pres de banca 4x8
peso muerto rumno 3x10
estocdas 3x12
elevaciones lateralez 3x15
hip trust 4x12
plancha latral 3x20seg`,
    read: `# Dia 1
Sentadilla con barra: 4x10
Press de banca con barra: 4x8
Peso muerto rumano: 3x10
Zancadas con mancuernas: 3x12
Elevaciones laterales: 3x15
Hip thrust con barra: 4x12
Plancha lateral: 3x20"`,
  },
  {
    name: 'abbreviations',
    text: `D1: 
Press incl c/manc 4x10 2' pausa
Ext cuad 3x15 desc 45"
Curl fem acostado 3x12
Elev lat 3x15 5k
Ext tric polea 3x12 15 kg
PM rumano 4x8 70kg`,
    read: `# D1
Press inclinado con mancuernas: 4x10 2'
Extensión de cuádriceps: 3x15 45"
Curl femoral acostado: 3x12
Elevaciones laterales: 3x15 5kg
Extensión de tríceps en polea: 3x12 15kg
Peso muerto rumano: 4x8 70kg`,
  },
  {
    name: 'sets before the names',
    text: `Día A
4x10 sentadillas 60kg
3x12 estocadas con mancuernas
3x15 puente de glúteos
4x20 gemelos
Día B
4x8 press de banca
3xmáx dominadas
3x30" plancha`,
    read: `# Día A
Sentadilla con barra: 4x10 60kg
Zancadas con mancuernas: 3x12
Puente de glúteos: 3x15
Elevación de talones de pie: 4x20
# Día B
Press de banca con barra: 4x8
Dominadas: (3xmáx)
Plancha frontal: 3x30"`,
  },
  {
    name: 'a circuit',
    text: `Circuito 3 vueltas
20 burpees
30 jumping jacks
15 flexiones
40" plancha
20 mountain climbers`,
    read: `#
Burpees: 3x20 +
Saltos de tijera: 3x30 +
Flexiones de brazos: 3x15 +
Plancha frontal: 3x40" +
Escaladores: 3x20`,
  },
  {
    name: 'pyramids and lists of weights',
    text: `Lunes
Press banca 12-10-8-6 40/50/60/65kg
Sentadilla 4x12-10-8-6
Curl con barra 3x12/10/8 15/17,5/20kg
Peso muerto 10, 8, 6`,
    read: `# Lunes
Press de banca con barra: 12/10/8/6 40/50/60/65kg
Sentadilla con barra: 12/10/8/6
Curl de bíceps con barra: 12/10/8 15/17,5/20kg
Peso muerto: 10/8/6`,
  },
  {
    name: 'the name on one line, its sets on the next',
    text: `Día 1

Sentadilla
4x10 60kg
Descanso 90"

Prensa
4 series de 12

Sillón de cuádriceps
3x15
(pausa de 2 seg arriba)`,
    read: `# Día 1
Sentadilla con barra: 4x10 60kg 90"
Prensa de piernas: 4x12
Extensión de cuádriceps: 3x15 (pausa de 2 seg arriba)`,
  },
  {
    name: 'titles of muscles as days',
    text: `PECHO
Press de banca 4x10
Cruce de poleas 3x15

ESPALDA
Dominadas 4x6
Remo con mancuerna 4x10

PIERNAS
Sentadilla búlgara 3x10
Curl femoral 3x12`,
    read: `# PECHO
Press de banca con barra: 4x10
Cruce de poleas: 3x15
# ESPALDA
Dominadas: 4x6
Remo con mancuerna a una mano: 4x10
# PIERNAS
Sentadilla búlgara: 3x10
Curl femoral acostado: 3x12`,
  },
  {
    name: 'parts of a day',
    text: `DÍA 1
Entrada en calor: 10 min de bici
Bloque 1
Sentadilla 4x8
Peso muerto 4x6
Bloque 2
Estocadas 3x12
Puente 3x15
Vuelta a la calma: elongar`,
    read: `# DÍA 1
Bicicleta fija: 1x10'
Sentadilla con barra: 4x8
Peso muerto: 4x6
Zancadas con mancuernas: 3x12
Puente de glúteos: 3x15`,
  },
  {
    name: 'a table of markdown',
    text: `| Ejercicio | Series x Reps | Peso | Descanso |
|---|---|---|---|
| Press militar | 4x8 | 30 | 2 |
| Press Arnold | 3x12 | 12 | 1 |
| Face pull | 3x15 | 15 | 45 |`,
    read: `#
Press militar con barra: 4x8 30kg 2'
+Press Arnold: 3x12 12kg 60"
Face pull: 3x15 15kg 45"`,
  },
  {
    name: 'semicolons',
    text: `Día;Ejercicio;Series;Reps;Kg
1;Sentadilla;4;10;60
1;Prensa;4;12;100
2;Press de banca;4;10;50
2;Dominadas;4;6;PC`,
    read: `# Día 1
Sentadilla con barra: 4x10 60kg
Prensa de piernas: 4x12 100kg
# Día 2
Press de banca con barra: 4x10 50kg
Dominadas: 4x6 pc`,
  },
  {
    name: 'names alone',
    text: `Día 1
Sentadilla con barra
Prensa
Estocadas
Gemelos
Día 2
Press plano
Contractora
Tríceps polea`,
    read: `# Día 1
Sentadilla con barra:
Prensa de piernas:
Zancadas con mancuernas:
Elevación de talones de pie:
# Día 2
Press de banca con barra:
Contractora de pecho:
Extensión de tríceps en polea:`,
  },
  {
    name: 'what the catalogue does not have',
    text: `Sesión 1
Hip thrust 4x12 80kg
Clamshell con banda 3x20
Monster walk 3x15
Sentadilla sissy 3x10
Puente de glúteos 3x20`,
    read: `# Sesión 1
Hip thrust con barra: 4x12 80kg
+Clamshell con banda: 3x20
+Monster walk: 3x15
+Sentadilla sissy: 3x10
Puente de glúteos: 3x20`,
  },
  {
    name: 'in English',
    text: `Day 1 - Push
Bench press 5x5 70kg
Lateral raises 4x15
Skull crushers 3x12
Day 2 - Pull
Deadlift 3x5 100kg
Lat pulldown 4x10
Hammer curls 3x12
Day 3 - Legs
Squat 5x5 80kg
Leg press 4x12
Lunges 3x12`,
    read: `# Day 1 - Push
Press de banca con barra: 5x5 70kg
Elevaciones laterales: 4x15
Press francés: 3x12
# Day 2 - Pull
Peso muerto: 3x5 100kg
Jalón al pecho: 4x10
Curl martillo: 3x12
# Day 3 - Legs
Sentadilla con barra: 5x5 80kg
Prensa de piernas: 4x12
Zancadas con mancuernas: 3x12`,
  },
  {
    name: 'notes and effort',
    text: `Lunes
- Sentadilla 4x8 RPE 8 - bajar en 3 tiempos
- Press banca 4x8 @60kg, no rebotar
- Remo con barra 4x10 (codos pegados)
- Curl martillo 3x12 alternado
Nota: tomar agua entre series`,
    read: `# Lunes
Sentadilla con barra: 4x8 (RPE 8 - bajar en 3 tiempos)
Press de banca con barra: 4x8 60kg (no rebotar)
Remo con barra: 4x10 (codos pegados)
Curl martillo: 3x12 (alternado; Nota: tomar agua entre series)`,
  },
  {
    name: 'on one line',
    text: `Lunes: press banca 4x10, remo con barra 4x10, curl martillo 3x12
Miércoles: sentadilla 4x10, estocadas 3x12, gemelos 4x20
Viernes: peso muerto 5x5, press militar 4x8`,
    read: `# Lunes
Press de banca con barra: 4x10
Remo con barra: 4x10
Curl martillo: 3x12
# Miércoles
Sentadilla con barra: 4x10
Zancadas con mancuernas: 3x12
Elevación de talones de pie: 4x20
# Viernes
Peso muerto: 5x5
Press militar con barra: 4x8`,
  },
  {
    name: 'biseries and plus signs',
    text: `Día 1: brazos
Biserie:
Curl con barra 4x10
Press francés 4x10
Curl martillo + Tríceps en polea 3x12
Curl concentrado 3x15`,
    read: `# Día 1: brazos
Curl de bíceps con barra: 4x10 +
Press francés: 4x10
Curl martillo: 3x12 +
Extensión de tríceps en polea: 3x12
Curl concentrado: 3x15`,
  },
  {
    name: 'keycap numbers and emoji',
    text: `🔥 RUTINA GLÚTEOS 🔥

Día 1 🍑
1️⃣ Hip thrust 4x12
2️⃣ Patada de glúteo 3x15 x pierna
3️⃣ Abductores 4x20
4️⃣ Peso muerto rumano 4x10 ✅
Día 2 💪
1️⃣ Sentadilla sumo con kettlebell 4x12
2️⃣ Búlgaras 3x10
3️⃣ Puente 3x20`,
    read: `# Día 1
Hip thrust con barra: 4x12
Patada de glúteo en polea: 3x15 (x pierna)
Abducción de cadera en máquina: 4x20
Peso muerto rumano: 4x10
# Día 2
+Sentadilla sumo con kettlebell: 4x12
Sentadilla búlgara: 3x10
Puente de glúteos: 3x20`,
  },
  {
    name: 'cardio and stretching',
    text: `Martes
Bici 15'
Cinta 20 min
Elíptico 10 minutos
Soga 5x1'
Plancha 3x45 seg, descanso 30 seg
Elongación de isquios 2x30"`,
    read: `# Martes
Bicicleta fija: 1x15'
Trote en cinta: 1x20'
Elíptico: 1x10'
Saltar la soga: 5x60"
Plancha frontal: 3x45" 30"
Estiramiento de isquiotibiales: 2x30"`,
  },
  {
    name: 'weeks',
    text: `SEMANA 1
Día 1
Sentadilla 3x10 50kg
Press banca 3x10 40kg
SEMANA 2
Día 1
Sentadilla 4x8 55kg
Press banca 4x8 45kg`,
    read: `# SEMANA 1 · Día 1
Sentadilla con barra: 3x10 50kg
Press de banca con barra: 3x10 40kg
# SEMANA 2 · Día 1
Sentadilla con barra: 4x8 55kg
Press de banca con barra: 4x8 45kg`,
  },
];
