import { paint } from './palette';
import type { Person } from './figure';

const skins = [
  { skin: '#f2b98f', skinDeep: '#d99a70' },
  { skin: '#dd9c6e', skinDeep: '#bf7d52' },
  { skin: '#b97549', skinDeep: '#9a5c36' },
  { skin: '#f6cba6', skinDeep: '#e0a985' },
  { skin: '#8d5533', skinDeep: '#713f24' },
] as const;

const hairs = ['#2b1d1a', '#5b3421', '#1b1b28', '#8a4b22', '#c98b3b'] as const;
const styles = ['short', 'tail', 'cap', 'bun'] as const;

const outfits = {
  coral: {
    top: paint.coral,
    topDeep: paint.coralDeep,
    bottom: paint.ink,
    bottomDeep: '#121a30',
    shoe: paint.coralDeep,
  },
  teal: { top: paint.teal, topDeep: paint.tealDeep, bottom: paint.ink, bottomDeep: '#121a30', shoe: paint.teal },
  violet: {
    top: paint.violet,
    topDeep: paint.violetDeep,
    bottom: paint.ink,
    bottomDeep: '#121a30',
    shoe: paint.violet,
  },
  amber: {
    top: paint.amber,
    topDeep: paint.amberDeep,
    bottom: paint.inkSoft,
    bottomDeep: paint.ink,
    shoe: paint.amberDeep,
  },
  sky: { top: paint.sky, topDeep: paint.skyDeep, bottom: paint.ink, bottomDeep: '#121a30', shoe: paint.sky },
  rose: { top: paint.rose, topDeep: paint.roseDeep, bottom: paint.inkSoft, bottomDeep: paint.ink, shoe: paint.rose },
} as const;

export type OutfitName = keyof typeof outfits;

/** Everybody who trains in the pictures: the same number is always the same person. */
export function athlete(number: number, outfit: OutfitName): Person {
  const style = styles[number % styles.length]!;
  const woman = style === 'tail' || style === 'bun';
  return {
    ...skins[(number * 3) % skins.length]!,
    hair: hairs[(number * 2) % hairs.length]!,
    style,
    leggings: woman,
    sleeves: !woman,
    ...outfits[outfit],
  };
}
