import type { Gender } from '@pulso/contract/kit/labels';
import type { LevelTitle, TrainingTypeTitle } from '#features/content/library/catalogues.data';
import type { ExerciseTitle } from '#features/content/library/exercises.data';

/** An exercise, alone or with the line of the sets that it is asked for on this day. */
type Place = ExerciseTitle | readonly [ExerciseTitle, line: string];
type Day = 'rest' | { title: string; description: string; exercises: readonly Place[] };

type LibraryTraining = {
  title: string;
  description: string;
  level: LevelTitle;
  type: TrainingTypeTitle;
  gender: Gender;
  premium?: true;
  inactive?: true;
  picture: string;
  days: readonly Day[];
};

const trainingList = [
  {
    title: 'Primeros pasos en el gimnasio',
    description: 'Tres días por semana para aprender los movimientos básicos y conocer las máquinas sin apuro.',
    level: 'Principiante',
    type: 'Fuerza',
    gender: 'Unisex',
    picture: 'first-steps',
    days: [
      {
        title: 'Piernas y abdomen',
        description: 'Entra en calor diez minutos en la bicicleta.',
        exercises: ['Bicicleta fija', 'Sentadilla goblet', 'Prensa de piernas', 'Puente de glúteos', 'Plancha frontal'],
      },
      'rest',
      {
        title: 'Torso',
        description: 'Cuida la postura antes que el peso.',
        exercises: [
          'Elíptico',
          'Press de pecho en máquina',
          'Jalón al pecho',
          'Press de hombros con mancuernas',
          'Abdominales cortos',
        ],
      },
      'rest',
      {
        title: 'Todo el cuerpo',
        description: 'Una vuelta por lo aprendido en la semana.',
        exercises: [
          'Trote en cinta',
          'Sentadilla goblet',
          'Remo sentado en polea',
          'Curl martillo',
          'Extensión de tríceps en polea',
          'Bicho muerto',
        ],
      },
      'rest',
      'rest',
    ],
  },
  {
    title: 'Cuerpo completo en tres días',
    description: 'Rutina clásica de cuerpo completo: un empuje, un tirón y una pierna pesada en cada sesión.',
    level: 'Intermedio',
    type: 'Fuerza',
    gender: 'Unisex',
    picture: 'full-body',
    days: [
      {
        title: 'Día A',
        description: 'La sentadilla marca el ritmo.',
        exercises: [
          ['Sentadilla con barra', `4x6-8 60kg 3'`],
          ['Press de banca con barra', `4x6-8 50kg 3'`],
          ['Remo con barra', `3x8-10 45kg 2'`],
          ['Plancha frontal', '3x40" 45"'],
        ],
      },
      'rest',
      {
        title: 'Día B',
        description: 'Descansa bien entre las series de peso muerto.',
        exercises: [
          ['Peso muerto', `3x5 90kg 3' (Pausa abajo)`],
          ['Press militar con barra', `3x6-8 30kg 2'`],
          ['Jalón al pecho', '3x10-12 40kg 90" +'],
          ['Elevación de piernas', '3x12 45"'],
        ],
      },
      'rest',
      {
        title: 'Día C',
        description: 'Más repeticiones, menos carga.',
        exercises: [
          ['Prensa de piernas', '3x12-15 120kg 90"'],
          ['Press inclinado con mancuernas', '3x10-12 16kg 90"'],
          ['Remo con mancuerna a una mano', '3x12 20kg 60" (Cada lado)'],
          ['Giros rusos', '3x20 45"'],
        ],
      },
      'rest',
      'rest',
    ],
  },
  {
    title: 'Hipertrofia: empuje, tirón y piernas',
    description: 'Seis días de volumen alto para quien ya domina la técnica y quiere ganar masa muscular.',
    level: 'Avanzado',
    type: 'Fuerza',
    gender: 'Unisex',
    premium: true,
    picture: 'hypertrophy',
    days: [
      {
        title: 'Empuje',
        description: 'Última serie de cada ejercicio cerca del fallo.',
        exercises: [
          ['Press de banca con barra', `12/10/8/6 50/60/70/75kg 2'`],
          ['Press inclinado con mancuernas', '4x8-12 24kg 90"'],
          ['Cruce de poleas', '3x12-15 15kg 60" +'],
          ['Elevaciones laterales', '3x15-20 8kg 60"'],
          ['Extensión de tríceps en polea', '4x10-12 25kg 60"'],
        ],
      },
      {
        title: 'Tirón',
        description: 'Pausa de un segundo con los omóplatos juntos.',
        exercises: [
          ['Dominadas', `4x6-10 pc 2'`],
          ['Remo con barra', `4x8 60kg 2'`],
          ['Remo sentado en polea', '3x10-12 55kg 90"'],
          ['Face pull', '3x15 20kg 60" +'],
          ['Curl de bíceps con barra', '3x10-12 25kg 60"'],
        ],
      },
      {
        title: 'Piernas',
        description: 'El día más largo: come bien antes.',
        exercises: [
          ['Sentadilla con barra', `5x5 100kg 3'`],
          ['Peso muerto rumano', `4x8-10 80kg 2' (Baja en tres segundos)`],
          ['Extensión de cuádriceps', '3x12-15 45kg 60" +'],
          ['Curl femoral acostado', '3x12-15 35kg 60"'],
          ['Elevación de talones de pie', '4x15-20 40kg 45"'],
        ],
      },
      {
        title: 'Empuje liviano',
        description: 'Repeticiones altas y descansos cortos.',
        exercises: [
          ['Press de pecho en máquina', '3x15 35kg 60"'],
          ['Contractora de pecho', '3x15-20 30kg 45"'],
          ['Press de hombros con mancuernas', '3x12 14kg 60" +'],
          ['Press francés', '3x15 20kg 60"'],
        ],
      },
      {
        title: 'Tirón liviano',
        description: 'Busca la congestión, no el récord.',
        exercises: [
          ['Jalón al pecho', '3x15 40kg 60"'],
          ['Remo con mancuerna a una mano', '3x12 18kg 60" (Cada lado)'],
          ['Face pull', '3x20 15kg 45" +'],
          ['Curl martillo', '3x12 12kg 45"'],
          ['Curl concentrado', '2x15 8kg 45" (Cada lado)'],
        ],
      },
      {
        title: 'Piernas y glúteos',
        description: 'Cierra la semana con unilateral.',
        exercises: [
          ['Prensa de piernas', `4x12 160kg 2'`],
          ['Sentadilla búlgara', '3x10 14kg 90" (Cada lado)'],
          ['Hip thrust con barra', `4x8-10 80kg 2' +`],
          ['Abducción de cadera en máquina', '4x20 40kg 60"'],
        ],
      },
      'rest',
    ],
  },
  {
    title: 'Fuerza 5 × 5',
    description: 'Cinco series de cinco con los grandes básicos. Suma 2,5 kg por semana mientras la técnica aguante.',
    level: 'Intermedio',
    type: 'Fuerza',
    gender: 'Male',
    picture: 'strength',
    days: [
      {
        title: 'Sentadilla y banca',
        description: 'Tres minutos de pausa entre series pesadas.',
        exercises: [
          ['Sentadilla con barra', `5x5 100kg 3'`],
          ['Press de banca con barra', `5x5 75kg 3'`],
          ['Remo con barra', `5x5 60kg 2'30"`],
        ],
      },
      'rest',
      {
        title: 'Peso muerto y militar',
        description: 'Una sola serie efectiva de peso muerto alcanza.',
        exercises: [
          ['Sentadilla con barra', `5x5 100kg 3'`],
          ['Press militar con barra', `5x5 45kg 3'`],
          ['Peso muerto', '1x5 140kg (Solo si la espalda queda firme)'],
        ],
      },
      'rest',
      {
        title: 'Repaso',
        description: 'Igual que el primer día, con 2,5 kg más.',
        exercises: [
          ['Sentadilla con barra', `5x5 102,5kg 3'`],
          ['Press de banca con barra', `5x5 77,5kg 3'`],
          ['Dominadas', `3x5-8 pc 2'`],
        ],
      },
    ],
  },
  {
    title: 'Glúteos y piernas',
    description: 'Cuatro estímulos por semana con foco en glúteos, sin descuidar la espalda ni el abdomen.',
    level: 'Intermedio',
    type: 'Fuerza',
    gender: 'Female',
    premium: true,
    picture: 'glutes',
    days: [
      {
        title: 'Glúteo pesado',
        description: 'El hip thrust va primero, con toda la energía.',
        exercises: [
          ['Hip thrust con barra', `12/10/8/8 50/60/70/70kg 2'`],
          ['Sentadilla búlgara', '3x10 10kg 90" (Cada lado)'],
          ['Patada de glúteo en polea', '3x15 10kg 45" +'],
          ['Plancha lateral', '3x30" 45"'],
        ],
      },
      {
        title: 'Torso liviano',
        description: 'Para equilibrar la semana.',
        exercises: [
          'Jalón al pecho',
          'Press de hombros con mancuernas',
          'Remo sentado en polea',
          'Bicicleta abdominal',
        ],
      },
      'rest',
      {
        title: 'Cadera y femorales',
        description: 'Baja en tres segundos en cada repetición.',
        exercises: [
          ['Peso muerto rumano', `4x8-10 40kg 2' (Baja en tres segundos)`],
          ['Zancadas con mancuernas', '3x12 8kg 60" (Cada pierna)'],
          ['Curl femoral acostado', '3x12-15 25kg 60" +'],
          ['Abducción de cadera en máquina', '3x20 30kg 60"'],
        ],
      },
      'rest',
      {
        title: 'Glúteo con repeticiones',
        description: 'Series largas, descansos de 45 segundos.',
        exercises: [
          ['Sentadilla goblet', '4x15 16kg 45" +'],
          ['Puente de glúteos', '4x20 pc 45"'],
          ['Patada de glúteo en polea', '3x20 8kg 45" +'],
          ['Sillita contra la pared', '3x45" 45"'],
        ],
      },
      'rest',
    ],
  },
  {
    title: 'Quema de verano',
    description: 'Circuitos de ocho semanas para bajar grasa manteniendo la fuerza. Ideal de octubre a diciembre.',
    level: 'Intermedio',
    type: 'HIIT',
    gender: 'Unisex',
    picture: 'fat-loss',
    days: [
      {
        title: 'Circuito A',
        description: 'Cuatro vueltas; un minuto de pausa entre vueltas.',
        exercises: [
          ['Burpees', '4x12 pc 0" +'],
          ['Swing con kettlebell', '4x15 16kg 0" +'],
          ['Escaladores', '4x30" 0" +'],
          ['Sentadilla goblet', '4x12 14kg 60" (Una vuelta es una serie de cada uno)'],
        ],
      },
      {
        title: 'Cardio suave',
        description: 'A ritmo de charla.',
        exercises: ['Elíptico', 'Estiramiento de isquiotibiales'],
      },
      {
        title: 'Circuito B',
        description: 'Treinta segundos de trabajo, quince de pausa.',
        exercises: [
          ['Saltos de tijera', '4x30" 15" +'],
          ['Flexiones de brazos', '4x30" 15" +'],
          ['Zancadas con mancuernas', '4x30" 15" +'],
          ['Bicicleta abdominal', '4x30" 15"'],
        ],
      },
      'rest',
      {
        title: 'Circuito C',
        description: 'El más largo de la semana.',
        exercises: ['Remo en ergómetro', 'Caminata del granjero', 'Burpees', 'Plancha frontal'],
      },
      {
        title: 'Trote y movilidad',
        description: 'Cierra aflojando.',
        exercises: ['Trote en cinta', 'Perro boca abajo', 'Postura del niño'],
      },
      'rest',
    ],
  },
  {
    title: 'HIIT en 20 minutos',
    description: 'Sesiones cortas e intensas para los días sin tiempo. Solo necesitas una soga.',
    level: 'Avanzado',
    type: 'HIIT',
    gender: 'Unisex',
    picture: 'hiit',
    days: [
      {
        title: 'Tabata',
        description: 'Ocho rondas de 20 segundos por 10 de pausa.',
        exercises: [
          ['Saltos de tijera', '8x20" 10"'],
          ['Burpees', '8x20" 10"'],
          ['Escaladores', '8x20" 10"'],
        ],
      },
      'rest',
      {
        title: 'Escalera',
        description: 'Sube de a dos repeticiones por ronda.',
        exercises: [
          ['Saltar la soga', '4x60" 30" +'],
          ['Flexiones de brazos', '4/6/8/10 pc 30" +'],
          ['Bicicleta abdominal', '4x20 pc 30"'],
        ],
      },
      'rest',
      {
        title: 'A reloj',
        description: 'Tantas vueltas como puedas en 15 minutos.',
        exercises: ['Burpees', 'Saltar la soga', 'Plancha frontal', 'Saltos de tijera'],
      },
    ],
  },
  {
    title: 'Abdomen fuerte',
    description: 'Quince minutos al final de cualquier sesión, tres veces por semana.',
    level: 'Principiante',
    type: 'Funcional',
    gender: 'Unisex',
    picture: 'core',
    days: [
      {
        title: 'Estabilidad',
        description: 'Que no se mueva nada.',
        exercises: [
          ['Plancha frontal', '3x30" 30"'],
          ['Bicho muerto', '3x10 pc 30" (Cada lado)'],
          ['Plancha lateral', '3x20" 30" (Cada lado)'],
        ],
      },
      'rest',
      {
        title: 'Flexión',
        description: 'Suelta el aire al subir.',
        exercises: [
          ['Abdominales cortos', '3x15-20 pc 30" +'],
          ['Elevación de piernas', '3x10-12 pc 30" +'],
          ['Bicicleta abdominal', '3x20 pc 60"'],
        ],
      },
      'rest',
      {
        title: 'Rotación',
        description: 'Controla la vuelta.',
        exercises: ['Giros rusos', 'Plancha lateral', 'Superman'],
      },
    ],
  },
  {
    title: 'Movilidad para la oficina',
    description: 'Diez minutos por día para cadera, espalda y hombros después de muchas horas de silla.',
    level: 'Principiante',
    type: 'Flexibilidad',
    gender: 'Unisex',
    picture: 'mobility',
    days: [
      {
        title: 'Cadera',
        description: 'Respira cinco veces en cada posición.',
        exercises: ['Estiramiento del flexor de cadera', 'Puente de glúteos', 'Estiramiento de isquiotibiales'],
      },
      {
        title: 'Espalda',
        description: 'Sin apuro y sin dolor.',
        exercises: ['Postura del niño', 'Superman', 'Perro boca abajo'],
      },
      {
        title: 'Hombros',
        description: 'Alcanza con una banda o poco peso.',
        exercises: ['Face pull', 'Elevaciones laterales', 'Postura del niño'],
      },
      'rest',
      {
        title: 'Todo junto',
        description: 'Una vuelta completa.',
        exercises: [
          'Perro boca abajo',
          'Estiramiento del flexor de cadera',
          'Estiramiento de isquiotibiales',
          'Postura del niño',
        ],
      },
    ],
  },
  {
    title: 'Estiramientos de recuperación',
    description: 'Para el día después de una sesión dura o de un partido.',
    level: 'Principiante',
    type: 'Flexibilidad',
    gender: 'Female',
    picture: 'stretching',
    days: [
      {
        title: 'Piernas',
        description: 'Treinta segundos por lado.',
        exercises: ['Estiramiento de isquiotibiales', 'Estiramiento del flexor de cadera', 'Perro boca abajo'],
      },
      {
        title: 'Espalda y cadera',
        description: 'Con luz baja y el teléfono lejos.',
        exercises: ['Postura del niño', 'Perro boca abajo', 'Puente de glúteos'],
      },
    ],
  },
  {
    title: 'Primeros 5 km',
    description: 'De caminar a correr cinco kilómetros en ocho semanas, con fuerza para cuidar las rodillas.',
    level: 'Principiante',
    type: 'Cardio',
    gender: 'Unisex',
    picture: 'running',
    days: [
      {
        title: 'Trote y caminata',
        description: 'Dos minutos de trote por uno de caminata.',
        exercises: ['Trote en cinta', 'Estiramiento de isquiotibiales'],
      },
      {
        title: 'Fuerza para corredores',
        description: 'Lo que evita lesiones.',
        exercises: ['Sentadilla goblet', 'Zancadas con mancuernas', 'Elevación de talones de pie', 'Plancha lateral'],
      },
      'rest',
      {
        title: 'Cambios de ritmo',
        description: 'Un minuto fuerte, dos suaves.',
        exercises: ['Trote en cinta', 'Escaladores', 'Estiramiento del flexor de cadera'],
      },
      'rest',
      { title: 'Fondo', description: 'Lento: se corre para terminar, no para ganar.', exercises: ['Trote en cinta'] },
      'rest',
    ],
  },
  {
    title: 'Entrena en casa sin equipo',
    description: 'Solo tu cuerpo, una colchoneta y veinticinco minutos.',
    level: 'Principiante',
    type: 'Funcional',
    gender: 'Unisex',
    picture: 'home',
    days: [
      {
        title: 'Empuje y abdomen',
        description: 'Tres vueltas.',
        exercises: [
          ['Saltos de tijera', '3x45" 0" +'],
          ['Flexiones de brazos', '3x8-15 pc 0" + (De rodillas, si hace falta)'],
          ['Fondos en banco', '3x10-12 pc 0" +'],
          ['Plancha frontal', '3x30" 60"'],
        ],
      },
      'rest',
      {
        title: 'Piernas',
        description: 'Baja lento, sube con fuerza.',
        exercises: [
          ['Sillita contra la pared', '3x30" 30"'],
          ['Puente de glúteos', '3x15-20 pc 30"'],
          ['Escaladores', '3x30" 30"'],
          ['Superman', '3x12 pc 30"'],
        ],
      },
      'rest',
      {
        title: 'Circuito final',
        description: 'Cuatro vueltas con un minuto de pausa.',
        exercises: ['Burpees', 'Flexiones de brazos', 'Bicicleta abdominal', 'Postura del niño'],
      },
    ],
  },
  {
    title: 'Torso y piernas',
    description: 'Cuatro días alternando tren superior e inferior, con una ola de carga de tres semanas.',
    level: 'Avanzado',
    type: 'Fuerza',
    gender: 'Male',
    premium: true,
    picture: 'push-pull',
    days: [
      {
        title: 'Torso pesado',
        description: 'Series de cinco a ocho.',
        exercises: [
          ['Press militar con barra', `5/5/5/8 40/42,5/45/37,5kg 3'`],
          ['Dominadas', `4x5-8 pc 2'30" +`],
          ['Press de banca con barra', `4x5-8 80kg 2'30"`],
          ['Remo con barra', `4x6-8 70kg 2'`],
        ],
      },
      {
        title: 'Piernas pesadas',
        description: 'Calienta con dos series vacías.',
        exercises: [
          ['Sentadilla con barra', `6/5/4/3 100/110/120/125kg 3'`],
          ['Peso muerto', `4x4-6 130kg 3'`],
          ['Elevación de talones de pie', '4x12-15 60kg 60"'],
        ],
      },
      'rest',
      {
        title: 'Torso con volumen',
        description: 'Diez a quince repeticiones.',
        exercises: [
          ['Press inclinado con mancuernas', '4x10-12 24kg 90" +'],
          ['Remo sentado en polea', '4x12-15 50kg 90"'],
          ['Elevaciones laterales', '3x15 10kg 60"'],
          ['Curl de bíceps con barra', '3x10-12 27,5kg 60" +'],
          ['Press francés', '3x12-15 22,5kg 60"'],
        ],
      },
      {
        title: 'Piernas con volumen',
        description: 'Cierra con una serie hasta el fallo en la prensa.',
        exercises: [
          'Sentadilla en máquina Smith',
          'Peso muerto rumano',
          'Prensa de piernas',
          'Extensión de cuádriceps',
        ],
      },
      'rest',
      'rest',
    ],
  },
  {
    title: 'Kettlebell desde cero',
    description: 'Una sola pesa para ganar fuerza y aire. Empieza con 12 kg y termina con 20.',
    level: 'Intermedio',
    type: 'Funcional',
    gender: 'Unisex',
    picture: 'kettlebell',
    days: [
      {
        title: 'Técnica',
        description: 'Cadera, cadera y cadera.',
        exercises: [
          ['Swing con kettlebell', '5x10 12kg 60" (Cadera, no brazos)'],
          ['Sentadilla goblet', '4x8-10 12kg 60"'],
          ['Caminata del granjero', '4x40" 60"'],
        ],
      },
      'rest',
      {
        title: 'Densidad',
        description: 'Diez swings por minuto durante diez minutos.',
        exercises: [
          ['Swing con kettlebell', '10x10 16kg 30"'],
          ['Plancha frontal', '3x45" 45"'],
        ],
      },
      'rest',
      {
        title: 'Fuerza',
        description: 'Series cortas con la pesa más grande.',
        exercises: [
          ['Sentadilla goblet', `5x5 20kg 2'`],
          ['Caminata del granjero', '4x30" 90"'],
          ['Giros rusos', '3x20 8kg 45"'],
        ],
      },
    ],
  },
  {
    title: 'Activos después de los 60',
    description: 'Fuerza, equilibrio y caminata para ganar autonomía. Siempre con supervisión y sin saltos.',
    level: 'Principiante',
    type: 'Resistencia',
    gender: 'Unisex',
    picture: 'seniors',
    days: [
      {
        title: 'Fuerza suave',
        description: 'Poco peso y mucha calma.',
        exercises: ['Bicicleta fija', 'Press de pecho en máquina', 'Remo sentado en polea', 'Sillita contra la pared'],
      },
      'rest',
      {
        title: 'Caminata y equilibrio',
        description: 'Cerca de una pared para apoyarse.',
        exercises: ['Elíptico', 'Elevación de talones de pie', 'Puente de glúteos', 'Estiramiento de isquiotibiales'],
      },
      'rest',
      {
        title: 'Repaso',
        description: 'Lo que más te haya gustado, otra vez.',
        exercises: ['Bicicleta fija', 'Jalón al pecho', 'Bicho muerto', 'Postura del niño'],
      },
    ],
  },
  {
    title: 'Camino a la primera dominada',
    description: 'Seis semanas de trabajo específico de espalda y agarre. En revisión: vuelve en marzo.',
    level: 'Intermedio',
    type: 'Resistencia',
    gender: 'Unisex',
    inactive: true,
    picture: 'pullups',
    days: [
      {
        title: 'Tracción',
        description: 'Negativas de cinco segundos.',
        exercises: ['Dominadas', 'Jalón al pecho', 'Curl martillo'],
      },
      'rest',
      {
        title: 'Agarre y abdomen',
        description: 'Cuélgate al final de cada serie.',
        exercises: ['Caminata del granjero', 'Elevación de piernas', 'Remo con mancuerna a una mano'],
      },
      'rest',
      {
        title: 'Prueba',
        description: 'Una serie máxima con banda.',
        exercises: ['Dominadas', 'Remo sentado en polea', 'Superman'],
      },
    ],
  },
] as const satisfies LibraryTraining[];

export type TrainingTitle = (typeof trainingList)[number]['title'];

export const libraryTrainings: readonly LibraryTraining[] = trainingList;
