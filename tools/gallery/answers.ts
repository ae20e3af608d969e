import type { Page, Route } from '@playwright/test';

/** How the server answers while a screen is looked at. */
export type AnswerMode = 'contenido' | 'cargando' | 'vacío' | 'fallido' | 'largo';

/** Long texts as people have and type them: compound names, words without a place to break, sentences. */
const LONG_NAMES = [
  'María de los Ángeles Fernández Etchegaray de Anchorena Villanueva',
  'Esternocleidomastoideo e interaponeuroticometacarpofalángico',
  'Maximiliano Bartolomé Wolosiuk-Przybyszewski',
  'Plan anual de acompañamiento integral con seguimiento nutricional personalizado',
];
const LONG_SENTENCE =
  'Se acordó por teléfono con la hermana, que pasa a pagar el viernes después de las seis; si no llega, escribirle el lunes a la mañana. ';
const NAME_FIELDS = /^(name|title|nombre|titulo|titulo_.*|.*_name|.*_title|plan|item|alias|category|label|business)$/;
const TEXT_FIELDS = /^(description|note|notes|reason|tips|text|ingredients|body|message|preparation)$/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type ValueChange = (value: Json, key: string) => Json;

/** Every value of an answer by another, its parts first. */
function mapJson(value: Json, change: ValueChange, key = ''): Json {
  if (Array.isArray(value))
    return change(
      value.map((part) => mapJson(part, change, key)),
      key,
    );
  if (typeof value === 'object' && value !== null)
    return change(
      Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapJson(part, change, name)])),
      key,
    );
  return change(value, key);
}

/** Nothing in any list, and so nothing counted or added up either; what names a thing or a page stays. */
const emptyValues: ValueChange = (value, key) => {
  if (Array.isArray(value)) return [];
  return typeof value === 'number' && !/id$|page|limit|version|duration|days|number/i.test(key) ? 0 : value;
};

function lengthenTexts(): ValueChange {
  let turn = 0;
  return (value, key) => {
    if (typeof value !== 'string' || value === '') return value;
    if (TEXT_FIELDS.test(key)) return LONG_SENTENCE.repeat(2);
    return NAME_FIELDS.test(key) ? (LONG_NAMES[turn++ % LONG_NAMES.length] ?? value) : value;
  };
}

async function fulfillChanged(route: Route, change: ValueChange) {
  // A connection kept alive may end as it is used.
  const answer = await route.fetch({ maxRetries: 2 });
  if (!(answer.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response: answer });
  return route.fulfill({ response: answer, json: mapJson((await answer.json()) as Json, change) });
}

const fulfillFailure = (route: Route) =>
  route.fulfill({ status: 500, json: { success: false, message: 'Error en el servidor' } });

/** Answers the page's calls in this way from now on; nothing is written. `release` lets the held calls go on. */
export async function routeAnswers(page: Page, answers: AnswerMode) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return fulfillFailure(route);
    switch (answers) {
      case 'fallido':
        return fulfillFailure(route);
      case 'cargando':
        await held;
        return route.continue();
      case 'vacío':
        return fulfillChanged(route, emptyValues);
      case 'largo':
        return fulfillChanged(route, lengthenTexts());
      case 'contenido':
        return route.continue();
    }
  });
  return release;
}
