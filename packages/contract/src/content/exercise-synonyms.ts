/**
 * Names of the same movement as trainers in Argentina write them, one group in a line, parted by bars. A part of a name is
 * replaced too: 'estocadas con mancuernas' is 'zancadas con mancuernas'.
 */
const GROUPS = `
press de banca|press banca|press plano|banca plana|pecho plano|banco plano|press de pecho con barra|bench press|bench|chest press con barra
press inclinado|pecho inclinado|banco inclinado|banca inclinada|incline press|incline bench|press superior
press declinado|pecho declinado|banco declinado|decline press
press de pecho en máquina|pecho en máquina|chest press|press sentado en máquina|press convergente|press de pecho sentado
flexiones de brazos|flexiones|lagartijas|push ups|push up|pushups|planchas de brazos|fuerza de brazos
contractora de pecho|contractora|peck deck|pec deck|mariposa|pec fly|mariposa en máquina|contractor
aperturas|vuelos de pecho|vuelos planos|fly|flyes|cristos|apertura plana|vuelo plano
cruce de poleas|crossover|crossover en polea|cruces|cruce en polea|cable fly|cruces de polea
fondos en paralelas|paralelas|dips|fondos de pecho|fondos en barras
fondos en banco|fondos de tríceps|fondos entre bancos|bench dips|fondos en banca|fondo de tríceps
pullover|pull over
dominadas|pull ups|pull up|pullups|dominada pronas|barra fija|tracción en barra|tracciones
dominadas supinas|chin ups|chin up|dominada supina|barra supina
jalón al pecho|polea al pecho|tirón al pecho|dorsalera|jalón|lat pulldown|pulldown|polea alta al pecho|dorsales en polea|tirón dorsal|dorsal al pecho|polea al frente
jalón tras nuca|polea tras nuca|dorsal tras nuca
remo con barra|remo inclinado|barbell row|bent over row|remo pronado|remo con barra libre|remo parado
remo con mancuerna a una mano|remo serrucho|serrucho|remo unilateral|remo a una mano|remo a un brazo|dumbbell row|remo en banco
remo sentado en polea|remo bajo|polea baja|remo en polea baja|remo sentado|seated row|remo en polea|remo gironda|remo con triángulo
remo en t|remo t|remo en punta|t bar row|barra t|remo con barra t
remo al mentón|remo vertical|remo al cuello|upright row
peso muerto|deadlift|despegue|levantamiento muerto|peso muerto convencional
peso muerto rumano|rdl|pmr|rumano|romanian deadlift|peso muerto piernas semirrígidas|stiff
peso muerto sumo|sumo deadlift|despegue sumo
hiperextensiones|espinales|lumbares|extensión lumbar|banco romano|extensiones de espalda|espinales en banco
superman|supermanes|espinales en el piso
press militar|press militar con barra|press de hombros con barra|militar|overhead press|ohp|press de pie|press por encima de la cabeza|hombros con barra
press de hombros|press hombro|shoulder press|press hombros con mancuernas|press sentado|press con mancuernas sentado
press arnold|arnold
elevaciones laterales|vuelos laterales|vuelo lateral|laterales|lateral raise|lateral raises|elevación lateral|hombros laterales
elevaciones frontales|vuelos frontales|vuelo frontal|frontales|front raise|elevación frontal
pájaros|vuelos posteriores|vuelo posterior|deltoides posterior|posteriores|reverse fly|aperturas inversas|pajarito|vuelo inclinado
face pull|tirón a la cara|facepull|jalón a la cara|remo a la cara
encogimientos|encogimientos de hombros|trapecio|shrugs|encogimiento
curl de bíceps|bíceps|curl|curl bíceps|bicep curl|flexión de codos
curl de bíceps con barra|bíceps con barra|curl con barra|bíceps parado con barra|curl barra recta|curl con barra w
curl martillo|martillo|hammer curl|hammer|bíceps martillo|curl neutro
curl concentrado|bíceps concentrado|concentrado|concentration curl
curl scott|banco scott|bíceps scott|predicador|curl predicador|preacher curl
curl inclinado|bíceps inclinado|bíceps en banco inclinado
extensión de tríceps en polea|tríceps en polea|tríceps polea|polea tríceps|tríceps con soga|tríceps soga|triceps pushdown|pushdown|jalón de tríceps|tirón de tríceps|extensión en polea|tríceps con cuerda
press francés|francés|rompecráneos|skull crusher|tríceps francés|extensión de tríceps acostado|extensión francesa
patada de tríceps|kickback|patada tríceps
copa|tríceps copa|extensión de tríceps tras nuca|tríceps tras nuca|tríceps a dos manos
press cerrado|press banca agarre cerrado|banca cerrada|close grip
plancha frontal|plancha|plank|planchas|isométrico abdominal|puente frontal|tabla
plancha lateral|side plank|plancha de costado|puente lateral
abdominales cortos|abdominales|crunch|crunches|abs|abdominal corto|abdominal recto|abdominales en el piso|encogimientos abdominales
elevación de piernas|abdominal inferior|abdominales inferiores|leg raise|elevaciones de piernas|subida de piernas|levantamiento de piernas
abdominales bicicleta|bicicleta abdominal|bicycle crunch|abdominal bicicleta
escaladores|mountain climbers|mountain climber|escalador|alpinista|montañista
giros rusos|russian twist|twist ruso|rotaciones rusas|giro ruso|oblicuos con giro
bicho muerto|dead bug|deadbug
hollow|hollow hold|hollow rock|banana
rueda abdominal|ab wheel|rollout|rueda
sentadilla con barra|sentadilla|sentadillas|squat|squats|back squat|sentadilla trasera|sentadilla libre|cuclillas con barra|sentadilla profunda
sentadilla frontal|front squat|sentadilla adelante
sentadilla goblet|goblet|goblet squat|sentadilla copa|sentadilla con pesa|sentadilla con mancuerna
sentadilla sumo|sumo squat|sumo
sentadilla hack|hack|hack squat|hacka|sentadilla jaca|jaca
sentadilla búlgara|búlgaras|búlgara|bulgarian split squat|estocada búlgara|zancada búlgara
sentadilla en máquina smith|sentadilla smith|sentadilla en smith|sentadilla guiada|sentadilla multipower
sentadilla con salto|squat jump|jump squat|salto en sentadilla
prensa de piernas|prensa|leg press|prensa 45|prensa inclinada|press de piernas
zancadas|estocadas|lunges|lunge|desplantes|splits|zancada|pasos largos|walking lunges
subidas al cajón|step up|step ups|subida al banco|subidas al banco|escalón|subida al cajón
extensión de cuádriceps|sillón de cuádriceps|cuádriceps|camilla de cuádriceps|leg extension|extensión de piernas|sillón|cuádriceps en máquina|extensiones de rodilla
curl femoral|camilla de isquios|isquios|femoral|isquiotibiales|isquios en camilla|camilla isquio|leg curl|femorales|isquiosurales|camilla de femorales
curl femoral acostado|isquios acostado|camilla acostado|femoral acostado|lying leg curl
curl nórdico|nórdicos|isquios nórdico|nordic curl
hip thrust|hip trust|empuje de cadera|elevación de cadera con barra|empujes de cadera
puente de glúteos|puente|glute bridge|elevación de cadera|elevación de pelvis|puentes|puente glúteo
patada de glúteo|patadas de glúteo|glúteo en polea|patada|kick back glúteo|patada trasera|glúteos en polea
abducción de cadera|abductores|abductor|abducción|abducciones|abductores en máquina
aducción de cadera|aductores|aductor|aducción|aducciones|aductores en máquina
elevación de talones|gemelos|pantorrillas|pantorrilla|gemelo|calf raise|calf raises|talones|gemelos parado|elevación de gemelos|gemelos de pie|sóleo parado
elevación de talones sentado|sóleo|gemelos sentado|pantorrillas sentado|seated calf raise
sillita contra la pared|sillita|wall sit|isométrico en pared|silla en la pared|sentadilla isométrica
buenos días|good morning|good mornings
burpees|burpee|burpis
saltos de tijera|jumping jacks|jumping jack|saltos de estrella|tijeras|polichinelas
swing con kettlebell|swing|kettlebell swing|swing ruso|balanceo con pesa|swings|swing con pesa rusa
saltar la soga|soga|saltos a la soga|comba|cuerda|jump rope|salto de soga|saltar soga
salto al cajón|box jump|box jumps|saltos al cajón|salto en cajón|salto a cajón
trote en cinta|cinta|trote|correr en cinta|treadmill|caminadora|cinta de correr|caminata en cinta|correr|caminata|caminar|trotar
bicicleta fija|bicicleta|bici|bici fija|bicicleta estática|spinning|bike
elíptico|escalador elíptico|elliptical|elíptica
remo en ergómetro|ergómetro|remoergómetro|máquina de remo|rower|remo concept|remo indoor
caminata del granjero|paseo del granjero|farmer walk|farmers walk|granjero|farmer carry|caminata granjero
cargada|clean|cargada de potencia|power clean
envión|clean and jerk|dos tiempos
arranque|snatch|arranque de potencia
thruster|thrusters|sentadilla con press
estiramiento de isquiotibiales|elongación de isquios|estirar isquios|elongar isquios
postura del niño|child pose|niño|rezo|postura niño
perro boca abajo|perro mirando abajo|downward dog|perro hacia abajo
estiramiento del flexor de cadera|estiramiento de psoas|psoas|elongación de psoas|flexor de cadera
gato vaca|cat cow|gato camello|gato y vaca
pallof|press pallof|antirotación
leñador|woodchopper|wood chop|leñadores
battle rope|battle ropes|sogas de batalla|soga de batalla|olas con soga
trx remo|remo en trx|remo invertido|remo australiano|inverted row|dominadas australianas
pájaro perro|bird dog|perro de caza|cuadrupedia alterna
skipping|rodillas arriba|high knees|elevación de rodillas
talones a la cola|butt kicks|talones al glúteo
`;

/** The groups of names that mean the same movement. */
export const EXERCISE_SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((group) => group.split('|'));
