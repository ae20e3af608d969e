import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast, MIN_TEXT_CONTRAST } from '@pulso/contract/kit/contrast';
import { expect, it } from 'vitest';

const THEME = 'packages/web/src/theme.css';
/** Sources that use the theme's classes. */
const SOURCES = ['packages/web/src', 'apps/panel/src'];

/** Colours of each token, in the light theme and in the dark one. */
const tokens: Record<string, [light: string, dark: string]> = {
  white: ['#ffffff', '#ffffff'],
  ...Object.fromEntries(
    [...readFileSync(THEME, 'utf8').matchAll(/--c-([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]],
    ),
  ),
};

const TEXT_TOKENS = ['text', 'muted', 'accent', 'accent-strong', 'grey', 'green', 'yellow', 'red', 'purple', 'blue'];
const BACKGROUND_TOKENS = [
  'ground',
  'surface',
  'raised',
  'sunken',
  ...Object.keys(tokens).filter((name) => name.endsWith('-soft')),
];
/** Grounds too strong for those texts, each with its own text colour. */
const SOLID_BACKGROUNDS: Record<string, string> = {
  accent: 'on-accent',
  'accent-strong': 'on-accent',
  'red-solid': 'white',
};

/** Stroke colours of an illustration. */
const STROKE_TOKENS = ['line'];

/** Names of the tokens that follow this word in classes: 'bg' of 'hover:bg-red-soft'. */
const tokensAfter = (word: string, classes: string) =>
  [...classes.matchAll(new RegExp(`(?<=^|[\\s:])${word}-([a-z-]+(?:/\\d+)?)(?=\\s|$)`, 'g'))].map(
    ([, name = '']) => name,
  );

/** Class lists of all elements: every string in the sources is one. */
const classLists = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|spec)\./.test(path))
  .flatMap((path) => readFileSync(path, 'utf8').match(/(['"`])(?:(?!\1)[^\\])*\1/g) ?? [])
  .map((quoted) => quoted.slice(1, -1));

it('every text can be read on every ground, in the light and in the dark theme', () => {
  const pairs = [
    ...BACKGROUND_TOKENS.flatMap((ground) => TEXT_TOKENS.map((text) => [text, ground] as const)),
    ...Object.entries(SOLID_BACKGROUNDS).map(([ground, text]) => [text, ground] as const),
  ];
  const faint = pairs.flatMap(([text, ground]) =>
    ([0, 1] as const)
      .map((theme) => contrast(tokens[text]![theme], tokens[ground]![theme]))
      .filter((ratio) => ratio < MIN_TEXT_CONTRAST)
      .map((ratio) => `${text} on ${ground}: ${ratio.toFixed(2)}`),
  );
  expect(faint).toEqual([]);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('nothing is written in another colour, nor on a strong ground in another than its own', () => {
  const known = new Set([...TEXT_TOKENS, ...STROKE_TOKENS, ...Object.values(SOLID_BACKGROUNDS)]);
  const texts = classLists.flatMap((list) => tokensAfter('text', list));
  const odd = texts.filter((name) => name.replace(/\/\d+$/, '') in tokens && !known.has(name));
  const wrong = classLists.flatMap((list) =>
    tokensAfter('bg', list)
      .filter((ground) => ground in SOLID_BACKGROUNDS)
      .flatMap((ground) =>
        tokensAfter('text', list)
          .filter((text) => text in tokens && text !== SOLID_BACKGROUNDS[ground])
          .map((text) => `${text} on ${ground}: ${list}`),
      ),
  );
  expect([...odd, ...wrong]).toEqual([]);
  expect(texts.length).toBeGreaterThan(100);
});
