import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const words = buildCatalogueWords(bodyParts, 'Ordenan los ejercicios por lo que trabajan: pecho, espalda, piernas.');

export function BodyPartsScreen() {
  return <CardCatalogue resource={bodyParts} words={words} />;
}
