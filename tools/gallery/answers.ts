import type { Page, Route } from '@playwright/test';

/** How the server answers while a screen is looked at. */
export type Answers = 'contenido' | 'cargando' | 'vacío' | 'fallido' | 'largo';

/** Long texts as people have and type them: compound names, words without a place to break, sentences. */
const NAMES = [
  'María de los Ángeles Fernández Etchegaray de Anchorena Villanueva',
  'Esternocleidomastoideo e interaponeuroticometacarpofalángico',
  'Maximiliano Bartolomé Wolosiuk-Przybyszewski',
  'Plan anual de acompañamiento integral con seguimiento nutricional personalizado',
];
const SENTENCE =
  'Se acordó por teléfono con la hermana, que pasa a pagar el viernes después de las seis; si no llega, escribirle el lunes a la mañana. ';
const NAMED = /^(name|title|nombre|titulo|titulo_.*|.*_name|.*_title|plan|item|alias|category|label|business)$/;
const WRITTEN = /^(description|note|notes|reason|tips|text|ingredients|body|message|preparation)$/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Change = (value: Json, key: string) => Json;

/** Every value of an answer by another, its parts first. */
function changed(value: Json, change: Change, key = ''): Json {
  if (Array.isArray(value))
    return change(
      value.map((part) => changed(part, change, key)),
      key,
    );
  if (typeof value === 'object' && value !== null)
    return change(
      Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change, name)])),
      key,
    );
  return change(value, key);
}

/** Nothing in any list, and so nothing counted or added up either; what names a thing or a page stays. */
const withNothing: Change = (value, key) => {
  if (Array.isArray(value)) return [];
  return typeof value === 'number' && !/id$|page|limit|version|duration|days|number/i.test(key) ? 0 : value;
};

function withLongTexts(): Change {
  let turn = 0;
  return (value, key) => {
    if (typeof value !== 'string' || value === '') return value;
    if (WRITTEN.test(key)) return SENTENCE.repeat(2);
    return NAMED.test(key) ? (NAMES[turn++ % NAMES.length] ?? value) : value;
  };
}

async function answerChanged(route: Route, change: Change) {
  // A connection kept alive may end as it is used.
  const answer = await route.fetch({ maxRetries: 2 });
  if (!(answer.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response: answer });
  return route.fulfill({ response: answer, json: changed((await answer.json()) as Json, change) });
}

const refuse = (route: Route) =>
  route.fulfill({ status: 500, json: { success: false, message: 'Error en el servidor' } });

/** Answers the page's calls in this way from now on; nothing is written. `release` lets the held calls go on. */
export async function answerAs(page: Page, answers: Answers) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return refuse(route);
    switch (answers) {
      case 'fallido':
        return refuse(route);
      case 'cargando':
        await held;
        return route.continue();
      case 'vacío':
        return answerChanged(route, withNothing);
      case 'largo':
        return answerChanged(route, withLongTexts());
      case 'contenido':
        return route.continue();
    }
  });
  return release;
}
