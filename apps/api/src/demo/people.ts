import type { Role } from '@pulso/contract/accounts/users.labels';
import { addDays, addMonths, ageOn, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import type { Gender } from '@pulso/contract/kit/labels';
import { menNames, clientNotes, phonePrefixes, surnames, trainers, womenNames } from '#demo/people.data';
import type { Random } from '#demo/random';

const CLIENT_COUNT = 232;
/** How long the business has existed. */
export const MONTHS_OPEN = 24;
const FIRST_WEEK_CLIENTS = 12;
const MIN_OLDER_AGE = 58;
/** Numbers of portraits per sex; must match the files under `pictures/people`. */
const PORTRAIT_COUNTS = { young: 20, older: 4 };

export type DemoPerson = {
  name: string;
  gender: Gender;
  username: string;
  phone: string;
  role: Role;
  status: boolean;
  email: string;
  notes: string;
  birth_date: DateText | null;
  age: number | null;
  height: number | null;
  weight: number | null;
  joined: DateText;
  /** The name of a file in `pictures/people`. */
  portrait: string;
};

/** January to December: many come in March and before the summer, few in the cold of July. */
const MONTHLY_WEIGHTS = [0.55, 0.7, 1.4, 1, 0.85, 0.55, 0.4, 0.8, 1.15, 1.5, 1.8, 1.5];

/** Lower-case letters without accents and spaces, for usernames and addresses. */
export function toPlainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '');
}

/** A domain that is reserved for examples, so no mail can reach anybody. */
const MAIL_DOMAIN = '@example.com';

/** People log in with their e-mail address. */
function createUsernameGenerator(taken: readonly string[]) {
  const usedNames = new Set(taken.map((name) => name.toLowerCase()));
  return (first: string, last: string) => {
    const base = `${toPlainLetters(first)}.${toPlainLetters(last)}`;
    let name = `${base}${MAIL_DOMAIN}`;
    for (let number = 2; usedNames.has(name); number += 1) name = `${base}${number}${MAIL_DOMAIN}`;
    usedNames.add(name);
    return name;
  };
}

/** Random dates that follow the season and the growth of the business; the first clients join in its first week. */
function randomJoinDates(random: Random, today: DateText): DateText[] {
  const opened = addMonths(today, -MONTHS_OPEN);
  const months = Array.from({ length: MONTHS_OPEN }, (_, index) => addMonths(opened, index));
  const weight = (from: DateText) => {
    const season = MONTHLY_WEIGHTS[Number(from.slice(5, 7)) - 1]!;
    return season * (1 + (1.3 * daysBetween(opened, from)) / 365);
  };
  const first = Array.from({ length: FIRST_WEEK_CLIENTS }, () => addDays(opened, random.int(0, 6)));
  const later = Array.from({ length: CLIENT_COUNT - FIRST_WEEK_CLIENTS }, () => {
    const from = random.weighted(months, weight);
    return addDays(from, random.int(0, daysBetween(from, addMonths(from, 1)) - 1));
  });
  // Nobody joins today, so that every first payment is in the past.
  const yesterday = addDays(today, -1);
  return [...first, ...later].map((date) => (date > yesterday ? yesterday : date)).sort();
}

function randomBody(random: Random, gender: Gender) {
  const height = Math.round(random.around(gender === 'Male' ? 176 : 163, 14));
  const bmi = random.around(25, 7);
  return { height, weight: Math.round(((bmi * height * height) / 10_000) * 10) / 10 };
}

/** Portraits are taken in turn, so that neighbours in a list differ. */
function portraitOf(sex: 'woman' | 'man', number: number, isOlder: boolean): string {
  return isOlder
    ? `older-${sex}-${(number % PORTRAIT_COUNTS.older) + 1}`
    : `${sex}-${(number % PORTRAIT_COUNTS.young) + 1}`;
}

/** Trainers first, then clients in the order in which they came. */
export function buildDemoPeople(random: Random, today: DateText, taken: readonly string[]): DemoPerson[] {
  const nameFor = createUsernameGenerator(taken);
  const phones = new Set<string>();
  const seen = { woman: 0, man: 0 };

  const phoneFor = (): string => {
    const phone = `${random.pick(phonePrefixes)}${String(random.int(0, 9_999)).padStart(4, '0')}`;
    if (phones.has(phone)) return phoneFor();
    phones.add(phone);
    return phone;
  };

  const person = (role: Role, joined: DateText, woman = random.chance(0.54)): DemoPerson => {
    const first = random.pick(woman ? womenNames : menNames);
    const last = random.pick(surnames);
    const gender: Gender = random.chance(0.015) ? 'Unisex' : woman ? 'Female' : 'Male';
    const phone = phoneFor();
    const age = role === 'TRAINER' ? random.int(25, 47) : Math.round(16 + 30 * random.next() + 26 * random.next() ** 2);
    const birth_date = addDays(addMonths(today, -12 * age), -random.int(1, 360));
    const sex = woman ? 'woman' : 'man';
    seen[sex] += 1;
    const known = random.next();
    const username = nameFor(first, last);
    return {
      name: `${first} ${last}`,
      gender,
      username,
      phone,
      role,
      status: true,
      email: username,
      notes: role === 'CLIENT' && random.chance(0.3) ? random.pick(clientNotes) : '',
      birth_date: known < 0.88 ? birth_date : null,
      age: known < 0.96 ? ageOn(birth_date, today) : null,
      ...(random.chance(0.9) ? randomBody(random, gender) : { height: null, weight: null }),
      joined,
      portrait: portraitOf(sex, seen[sex], ageOn(birth_date, today) >= MIN_OLDER_AGE),
    };
  };

  const opened = addMonths(today, -MONTHS_OPEN);
  const staff = trainers.map(({ woman, ...known }, index) => ({
    ...person('TRAINER', addDays(opened, index * 31), woman),
    ...known,
  }));
  return [...staff, ...randomJoinDates(random, today).map((joined) => person('CLIENT', joined))];
}
