import type { Noun } from '@pulso/contract/kit/resource';
import type { CatalogueWords } from '#screens/catalogue-screen';

const articles = {
  masculine: { one: 'el', several: 'los', fresh: 'Nuevo' },
  feminine: { one: 'la', several: 'las', fresh: 'Nueva' },
};

/** 'Tipos de Entrenamiento': the small words stay small. */
const titled = (text: string) =>
  text.replace(/(^|\s)(\p{L})(\p{L}*)/gu, (word, before: string, first: string, rest: string) =>
    /^(de|del|y)$/.test(first + rest) ? word : before + first.toUpperCase() + rest,
  );

/** The words of a catalogue's screen, as they follow from its noun; those that differ are given over them. `use` says what it is for. */
export function catalogueWords({ noun, feminine }: { noun: Noun; feminine?: boolean }, use: string): CatalogueWords {
  const [one, several] = noun;
  const article = articles[feminine ? 'feminine' : 'masculine'];
  return {
    title: titled(several),
    search: `Buscar ${several}...`,
    create: `${article.fresh} ${titled(one)}`,
    edit: `Editar ${titled(one)}`,
    count: noun,
    empty: { title: `No se encontraron ${several}`, text: use, create: `Crear ${article.fresh}` },
    load: `Error al cargar ${article.several} ${several}`,
    save: `Error al guardar ${article.one} ${one}`,
    remove: `Error al eliminar ${article.one} ${one}`,
  };
}
