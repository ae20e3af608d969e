import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const words = buildCatalogueWords(trainingTypes, 'Distinguen los entrenamientos: fuerza, cardio, movilidad.');

export function TrainingTypesScreen() {
  return <CardCatalogue resource={trainingTypes} words={words} />;
}
