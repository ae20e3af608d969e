import type { Option } from '#ui/controls/option';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';

/** Longer lists would be slow to render; typing finds the other options. */
const MAX_SHOWN_OPTIONS = 50;

// Cached, because normalizing thousands of names at every key press would be slow.
const plainLabels = new WeakMap<Option, string>();

function plainLabel(option: Option): string {
  const cachedLabel = plainLabels.get(option);
  if (cachedLabel !== undefined) return cachedLabel;
  const label = plainText(option.words ? `${option.label} ${option.words}` : option.label);
  plainLabels.set(option, label);
  return label;
}

/** Tests whether a normalized text contains every typed word, in any order. */
export function createWordMatcher(typed: string): (text: string) => boolean {
  const words = plainText(typed.trim()).split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

/** Options whose names contain every typed word; if there are none, those with similar words. */
export function matchOptions<Value extends string | number, O extends Option<Value>>(
  options: readonly O[],
  typed: string,
): O[] {
  const fits = createWordMatcher(typed);
  return findOrSimilar(options, { typed, fits: (option) => fits(plainLabel(option)), textOf: plainLabel }).found;
}

/** Options whose names contain every typed word, or else similar ones, prefix matches first; and the number of those left out. */
export function findOptions<Value extends string | number>(options: readonly Option<Value>[], typed: string) {
  const term = plainText(typed.trim());
  if (term === '')
    return { shown: options.slice(0, MAX_SHOWN_OPTIONS), more: Math.max(0, options.length - MAX_SHOWN_OPTIONS) };
  const matches = matchOptions(options, typed);
  const begins = (option: Option<Value>) => plainLabel(option).startsWith(term);
  const ordered = [...matches.filter(begins), ...matches.filter((option) => !begins(option))];
  return { shown: ordered.slice(0, MAX_SHOWN_OPTIONS), more: Math.max(0, matches.length - MAX_SHOWN_OPTIONS) };
}

/** 'Hay 4.950 más. Escribe para encontrarlos.' */
export function describeMoreOptions(more: number): string {
  return `Hay ${more.toLocaleString('es-AR')} más. Escribe para encontrarlos.`;
}
