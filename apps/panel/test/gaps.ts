import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { readRow, type ReadableResource } from '../src/api/reader';

/** Answers of another server with missing parts, made from the contract: new fields are covered automatically. */

type Json = z.core.JSONSchema.BaseSchema;
export type Answer = Record<string, unknown>;

const FORMATS: Record<string, string> = { date: '2026-03-05', 'date-time': '2026-03-05T12:00:00.000Z' };

function sampleText(name: string, { format }: Json): string | null {
  if (/image/.test(name)) return null;
  if (name === 'phone') return '1155550003';
  return /url|link/.test(name) ? 'https://example.com/' : (FORMATS[format ?? ''] ?? `Un ${name}`);
}

function sampleOf(schema: Json, name: string): unknown {
  // A prescribed set has repetitions, of which 3 are no range, or seconds.
  if (name === 'reps_max' || name === 'seconds') return null;
  const kind = schema.anyOf?.find((one) => typeof one === 'object' && one.type !== 'null') ?? schema;
  if (kind !== schema) return sampleOf(kind, name);
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (type === 'array') return [sampleOf(schema.items as Json, name)];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        // `version` is an extra: no other server has it.
        .filter(([field]) => field !== 'version')
        .map(([field, part]) => [field, sampleOf(part as Json, field)]),
    );
  // A day of rest would hide its exercises.
  if (type === 'boolean') return name !== 'is_rest_day';
  if (type === 'integer' || type === 'number') return name === 'duration_days' ? 30 : 3;
  return sampleText(name, schema);
}

/** A complete answer according to the contract. */
export function completeAnswer(row: z.ZodMiniType): Answer {
  return sampleOf(z.toJSONSchema(row, { io: 'output', unrepresentable: 'any' }), 'dato') as Answer;
}

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

/** Every path in an answer, inside lists too, which hold one element each. */
function pathsIn(value: unknown, place: string[] = []): string[][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [[...place, name], ...pathsIn(part, [...place, name])]);
}

const valueOfOtherType = (value: unknown) => {
  if (typeof value === 'string' || typeof value === 'boolean') return { otro: 'tipo' };
  return isObject(value) ? 7 : 'otro tipo';
};

const gapKinds: Record<string, (parent: Answer, name: string) => void> = {
  absent: (parent, name) => (Array.isArray(parent) ? parent.splice(Number(name), 1) : delete parent[name]),
  null: (parent, name) => (parent[name] = null),
  'of another type': (parent, name) => (parent[name] = valueOfOtherType(parent[name])),
};

export type Gap = { what: string; place: string[]; row: Answer };

/** The complete answer once for every path and every way in which it can be missing, each with an id of its own. */
export function gapsOf(answer: Answer): Gap[] {
  const gaps = pathsIn(answer).flatMap((place) =>
    Object.entries(gapKinds).map(([kind, take]) => ({ place, what: `${place.join('.')} ${kind}`, take })),
  );
  return gaps.map(({ place, what, take }, index) => {
    const row = { ...structuredClone(answer), id: index + 1 } as Answer;
    const parent = place.slice(0, -1).reduce<Answer>((part, name) => part[name] as Answer, row);
    take(parent, place.at(-1) ?? '');
    return { what, place, row };
  });
}

/** The gap as the panel reads it, without its id; NaN, an unknown number, has no JSON of its own. */
const readAsText = (resource: ReadableResource<unknown>, { row }: Gap) =>
  JSON.stringify(readRow(resource, { ...row, id: 0 }), (_, value: unknown) => (Number.isNaN(value) ? 'NaN' : value));

/** The first of each group of gaps that the panel reads alike, which a screen cannot tell apart. */
export function distinctGaps(resource: ReadableResource<unknown>, answer: Answer): Gap[] {
  const seen = new Map<string, Gap>();
  for (const gap of gapsOf(answer)) {
    const key = gap.place[0] === 'id' ? 'no id' : readAsText(resource, gap);
    if (!seen.has(key)) seen.set(key, gap);
  }
  return [...seen.values()];
}

/** Answers the panel's calls inside the page, so that a thousand screens take seconds: by address, or else 404. */
export async function serveAnswers(page: Page, answers: Record<string, unknown>) {
  await page.addInitScript((known) => {
    const send = window.fetch.bind(window);
    window.answered = [];
    window.fetch = async (...call) => {
      const { pathname, search } = new URL(call[0] as string, location.href);
      if (!pathname.startsWith('/api/')) return send(...call);
      const path = pathname.slice('/api'.length);
      const data = known[path + search] ?? known[path];
      window.answered.push(path);
      return Response.json({ success: data !== undefined, data }, { status: data === undefined ? 404 : 200 });
    };
  }, answers);
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the page's own
  interface Window {
    answered: string[];
    troubles: () => string[];
  }
}

/** Installs the check for visible problems: a crashed screen, a program's words, blank where a text should be. */
async function installProblemCheck(page: Page) {
  await page.evaluate(() => {
    const wrong = /\b(undefined|NaN|null|Invalid Date)\b|\[object|Algo salió mal/;
    const read = 'h1, h2, h3, dt, dd, th, td > span:last-child, legend, select option, [role=tab], [role=option]';
    window.troubles = () => {
      const shown = document.body.innerText;
      const found = wrong.exec(shown);
      const typed = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')];
      const parts = [...document.querySelectorAll<HTMLElement>(`:is(main, [role=dialog]) :is(${read})`)];
      return [
        ...(found ? [shown.slice(Math.max(0, found.index - 40), found.index + 40)] : []),
        ...typed.filter(({ value }) => wrong.test(value)).map(({ name, value }) => `${name}: ${value}`),
        ...parts
          .filter((part) => part.textContent.trim() === '' && !part.querySelector('img, svg'))
          .map((part) => `blank: ${part.outerHTML.slice(0, 120)}`),
      ];
    };
  });
}

export async function findProblems(page: Page): Promise<string[]> {
  await installProblemCheck(page);
  return page.evaluate(() => window.troubles());
}

/** Picks each option of a dialog in turn; returns the problems by the option's value. */
export async function pickEachOption(page: Page) {
  await installProblemCheck(page);
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const choice of document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')) {
      choice.click();
      await new Promise((resolve) => setTimeout(resolve));
      const troubled = window.troubles();
      if (troubled.length > 0) found[choice.value] = troubled;
    }
    return found;
  });
}

/** Goes from address to address as links do, each time until its data are drawn; returns the problems by visit. */
export async function visitAll(page: Page, visits: { address: string; asks: string; what: string }[]) {
  await installProblemCheck(page);
  return page.evaluate(async (all) => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const found: Record<string, string[]> = {};
    for (const { address, asks, what } of all) {
      window.answered = [];
      history.pushState({}, '', address);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      while (!window.answered.includes(asks)) await turn();
      while (document.querySelector('main [data-skeleton]')) await turn();
      await turn();
      const troubled = window.troubles();
      if (troubled.length > 0) found[what] = troubled;
    }
    return found;
  }, visits);
}
