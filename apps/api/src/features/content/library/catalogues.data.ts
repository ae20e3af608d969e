/** A picture is the name of a file in the folder that its list has under `pictures/`. */
type TitledPicture = { title: string; picture: string };

export const levels = [
  {
    title: 'Principiante',
    description:
      'Para quien empieza o vuelve después de una pausa larga: técnica, constancia y cargas que siempre dejan margen.',
    status: true,
    picture: 'beginner',
  },
  {
    title: 'Intermedio',
    description: 'Con al menos seis meses de práctica regular: más volumen, series pesadas y progresiones semanales.',
    status: true,
    picture: 'intermediate',
  },
  {
    title: 'Avanzado',
    description:
      'Más de dos años entrenando con plan: ciclos de carga, técnicas de intensidad y descargas programadas.',
    status: true,
    picture: 'advanced',
  },
  {
    title: 'Alto rendimiento',
    description: 'Preparación de competencias con seguimiento individual. Por ahora sin cupos.',
    status: false,
    picture: 'athlete',
  },
] as const satisfies (TitledPicture & { description: string; status: boolean })[];
export type LevelTitle = (typeof levels)[number]['title'];

export const trainingTypes = [
  { title: 'Fuerza', status: true, picture: 'strength' },
  { title: 'Resistencia', status: true, picture: 'endurance' },
  { title: 'Flexibilidad', status: true, picture: 'flexibility' },
  { title: 'Cardio', status: true, picture: 'cardio' },
  { title: 'HIIT', status: true, picture: 'hiit' },
  { title: 'Funcional', status: true, picture: 'functional' },
  { title: 'Yoga', status: false, picture: 'yoga' },
] as const satisfies (TitledPicture & { status: boolean })[];
export type TrainingTypeTitle = (typeof trainingTypes)[number]['title'];

export const machines = [
  {
    title: 'Prensa de piernas a 45°',
    description: 'Carga libre de discos. Respaldo regulable en tres posiciones; traba de seguridad a la derecha.',
    picture: 'leg-press',
  },
  {
    title: 'Camilla de isquiotibiales',
    description: 'Curl femoral acostado. El rodillo va justo por encima del talón.',
    picture: 'leg-curl',
  },
  {
    title: 'Sillón de cuádriceps',
    description: 'Extensión de rodilla sentado. Alinear la rodilla con el eje antes de cargar.',
    picture: 'leg-extension',
  },
  {
    title: 'Máquina Smith',
    description: 'Barra guiada con topes de seguridad cada 6 cm. La barra sola pesa 15 kg.',
    picture: 'smith-machine',
  },
  {
    title: 'Polea alta',
    description: 'Jalones con barra ancha, agarre neutro o cuerda. Pila de 90 kg.',
    picture: 'lat-pulldown',
  },
  {
    title: 'Polea baja',
    description: 'Remo sentado con apoyo de pies. Los accesorios cuelgan del lateral.',
    picture: 'low-row',
  },
  {
    title: 'Cruce de poleas',
    description: 'Dos columnas con altura regulable, de 5 a 60 kg por lado.',
    picture: 'crossover',
  },
  {
    title: 'Press de pecho sentado',
    description: 'Empuje horizontal convergente, ideal para aprender el gesto sin supervisión constante.',
    picture: 'chest-press',
  },
  {
    title: 'Peck deck',
    description: 'Contractora de pecho; girando el asiento sirve para deltoides posterior.',
    picture: 'peck-deck',
  },
  {
    title: 'Máquina de abductores',
    description: 'Apertura de cadera sentado, con rango de salida regulable.',
    picture: 'abductor',
  },
  {
    title: 'Cinta de correr',
    description: 'Hasta 20 km/h y 15 % de inclinación. Usar siempre el clip de seguridad.',
    picture: 'treadmill',
  },
  {
    title: 'Bicicleta fija',
    description: 'Resistencia magnética de 24 niveles, con medición de potencia.',
    picture: 'bike',
  },
  {
    title: 'Elíptico',
    description: 'Bajo impacto, con brazos móviles. 20 niveles de resistencia.',
    picture: 'elliptical',
  },
  {
    title: 'Remoergómetro',
    description: 'Resistencia por aire: cuanto más fuerte la palada, más carga.',
    picture: 'rower',
  },
] as const satisfies (TitledPicture & { description: string })[];
export type MachineTitle = (typeof machines)[number]['title'];

export const bodyParts = [
  { title: 'Pecho', status: true, picture: 'chest' },
  { title: 'Espalda', status: true, picture: 'back' },
  { title: 'Hombros', status: true, picture: 'shoulders' },
  { title: 'Brazos', status: true, picture: 'arms' },
  { title: 'Abdomen', status: true, picture: 'abs' },
  { title: 'Piernas', status: true, picture: 'legs' },
  { title: 'Glúteos', status: true, picture: 'glutes' },
  { title: 'Pantorrillas', status: true, picture: 'calves' },
  { title: 'Cuerpo completo', status: true, picture: 'whole-body' },
  { title: 'Cuello', status: false, picture: 'neck' },
] as const satisfies (TitledPicture & { status: boolean })[];
export type BodyPartTitle = (typeof bodyParts)[number]['title'];

export const productCategories = [
  { title: 'Suplementos', picture: 'supplements' },
  { title: 'Equipamiento', picture: 'equipment' },
  { title: 'Indumentaria', picture: 'clothing' },
  { title: 'Calzado', picture: 'shoes' },
  { title: 'Accesorios', picture: 'accessories' },
  { title: 'Tecnología', picture: 'technology' },
] as const satisfies TitledPicture[];
export type ProductCategoryTitle = (typeof productCategories)[number]['title'];

export const dietCategories = [
  {
    name: 'Déficit calórico',
    description: 'Para bajar grasa sin perder músculo: mucha proteína y volumen, pocas calorías.',
    status: true,
  },
  {
    name: 'Volumen',
    description: 'Superávit moderado para ganar masa muscular, con carbohidratos alrededor del entrenamiento.',
    status: true,
  },
  { name: 'Mantenimiento', description: 'Comidas equilibradas para sostener el peso y rendir bien.', status: true },
  { name: 'Vegetariana', description: 'Sin carnes, con huevos y lácteos como fuentes de proteína.', status: true },
  {
    name: 'Vegana',
    description: 'Solo alimentos de origen vegetal, combinados para cubrir la proteína.',
    status: true,
  },
  { name: 'Baja en carbohidratos', description: 'Menos de 30 g de carbohidratos por plato.', status: true },
  {
    name: 'Cetogénica',
    description: 'Muy baja en carbohidratos. Solo con control médico; no se asigna desde el panel.',
    status: false,
  },
] as const satisfies { name: string; description: string; status: boolean }[];
export type DietCategoryName = (typeof dietCategories)[number]['name'];
