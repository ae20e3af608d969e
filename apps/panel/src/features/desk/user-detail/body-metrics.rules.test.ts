import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bmiCategory,
  bodyMassIndex,
  formatBmi,
  formatIdealWeight,
  idealWeightKg,
  missingBmiReason,
} from '#features/desk/user-detail/body-metrics.rules';

const implausibleValues = [0, -0, -170, 1, 1.75, 9999, NaN, Infinity, -Infinity, null, undefined];

describe('body mass index', () => {
  it('FMT-14 is the weight in kilos by the square of the height in metres', () => {
    expect(bodyMassIndex(200, 80)).toBe(20);
    expect(bodyMassIndex(175, 70)).toBeCloseTo(22.857142857, 9);
    expect(bodyMassIndex(172.5, 81.35)).toBeCloseTo(81.35 / 1.725 ** 2, 9);
  });

  it('FMT-14 is shown with one decimal', () => {
    expect(formatBmi(bodyMassIndex(175, 70))).toBe('22,9');
    expect(formatBmi(bodyMassIndex(200, 80))).toBe('20,0');
  });

  it('FMT-15 puts 18.5, 25 and 30 into the upper category', () => {
    expect([18.5, 25, 30].map(bmiCategory)).toEqual(['Normal', 'Sobrepeso', 'Obesidad']);
    expect([18.499, 24.999, 29.999, 0].map(bmiCategory)).toEqual(['Bajo peso', 'Normal', 'Sobrepeso', 'Bajo peso']);
  });

  it('FMT-15 reaches the borders exactly from whole and decimal measures', () => {
    expect(bodyMassIndex(160, 64)).toBe(25);
    for (const height of [120, 140, 160, 180, 200, 190.4])
      for (const border of [18.5, 25, 30]) {
        const weight = Math.round(border * height * height) / 10_000;
        // Only a weight of at most two decimals can be typed.
        if (Number(weight.toFixed(2)) === weight) expect(bodyMassIndex(height, weight)).toBe(border);
      }
  });

  it('FMT-15 decides on the unrounded value', () => {
    const bmi = bodyMassIndex(200, 99.84);
    expect(formatBmi(bmi)).toBe('25,0');
    expect(bmiCategory(bmi)).toBe('Normal');
  });

  it('is not computed from nonsense', () => {
    for (const height of implausibleValues) expect(bodyMassIndex(height, 70)).toBeUndefined();
    for (const weight of [0, -70, 9999, NaN, Infinity, null, undefined])
      expect(bodyMassIndex(170, weight)).toBeUndefined();
    expect(formatBmi(undefined)).toBe('N/A');
    expect(formatBmi(NaN)).toBe('N/A');
    expect(bmiCategory(undefined)).toBeUndefined();
    expect(bmiCategory(NaN)).toBeUndefined();
  });

  it('never shows NaN or Infinity, whatever was stored', () => {
    const measure = fc.oneof(fc.double(), fc.constant(null), fc.constant(undefined));
    fc.assert(
      fc.property(measure, measure, (height, weight) => {
        expect(formatBmi(bodyMassIndex(height, weight))).toMatch(/^(N\/A|\d+,\d)$/);
        expect(formatIdealWeight(idealWeightKg(height, 'Male'))).toMatch(/^(N\/A|\d+,\d kg)$/);
      }),
    );
  });
});

describe('ideal weight', () => {
  it('FMT-16 is 50 plus 2.3 per inch over 60 for a man', () => {
    expect(idealWeightKg(152.4, 'Male')).toBe(50);
    expect(idealWeightKg(177.8, 'Male')).toBeCloseTo(73, 9);
    expect(formatIdealWeight(idealWeightKg(180, 'Male'))).toBe('75,0 kg');
  });

  it('FMT-17 is 45.5 plus 2.3 per inch over 60 otherwise, Unisex included', () => {
    for (const gender of ['Female', 'Unisex', 'male', null, undefined]) {
      expect(idealWeightKg(152.4, gender)).toBe(45.5);
      expect(idealWeightKg(177.8, gender)).toBeCloseTo(68.5, 9);
    }
  });

  it('FMT-16 FMT-17 takes nothing off under 60 inches', () => {
    expect(idealWeightKg(100, 'Male')).toBe(50);
    expect(idealWeightKg(150, 'Female')).toBe(45.5);
  });

  it('FMT-18 is N/A when it cannot be computed', () => {
    for (const height of implausibleValues) expect(formatIdealWeight(idealWeightKg(height, 'Male'))).toBe('N/A');
    expect(formatIdealWeight(NaN)).toBe('N/A');
  });
});

it('polish 14 says why there is no index', () => {
  expect(missingBmiReason(170, 70)).toBeUndefined();
  expect(missingBmiReason(null, null)).toBe('Para calcularlo: carga la altura y carga el peso.');
  expect(missingBmiReason(1.7, 70)).toBe('Para calcularlo: corrige la altura (1,7 cm).');
  expect(missingBmiReason(170, 705)).toBe('Para calcularlo: corrige el peso (705 kg).');
});
