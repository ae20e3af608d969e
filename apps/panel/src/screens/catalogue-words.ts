import type { Noun } from '@pulso/contract/kit/resource';
import type { CatalogueWords } from '#screens/catalogue-screen';

const articlesByGender = {
  masculine: { one: 'el', several: 'los', fresh: 'Nuevo' },
  feminine: { one: 'la', several: 'las', fresh: 'Nueva' },
};

/** 'Tipos de Entrenamiento': short words stay in lower case. */
const toTitleCase = (text: string) =>
  text.replace(/(^|\s)(\p{L})(\p{L}*)/gu, (word, before: string, first: string, rest: string) =>
    /^(de|del|y)$/.test(first + rest) ? word : before + first.toUpperCase() + rest,
  );

/**
 * The texts of a catalogue's screen, derived from its noun; a screen overrides those that differ. `use` is its purpose.
 */
export function buildCatalogueWords(
  { noun, feminine }: { noun: Noun; feminine?: boolean },
  use: string,
): CatalogueWords {
  const [one, several] = noun;
  const article = articlesByGender[feminine ? 'feminine' : 'masculine'];
  return {
    title: toTitleCase(several),
    search: `Buscar ${several}...`,
    create: `${article.fresh} ${toTitleCase(one)}`,
    edit: `Editar ${toTitleCase(one)}`,
    count: noun,
    empty: { title: `No se encontraron ${several}`, text: use, create: `Crear ${article.fresh}` },
    load: `Error al cargar ${article.several} ${several}`,
    save: `Error al guardar ${article.one} ${one}`,
    remove: `Error al eliminar ${article.one} ${one}`,
  };
}
