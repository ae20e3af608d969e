import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, firstName, placeholders, unknownPlaceholders } from './message-text';

const ALL_PLACEHOLDERS =
  '{nombre}, {plan}, {vence}, {dias}, {precio}, {deuda}, {alias}, {negocio}, {link}, {antes}, {desde}, {monto}, {fecha}, {concepto}, {acceso}, {codigo}';

describe('COB-17 unknown placeholders', () => {
  it.each([
    ['Hola {xyz}', `No conozco {xyz}. Puedes usar: ${ALL_PLACEHOLDERS}`],
    ['{nombre} {Nombre}', `No conozco {Nombre}. Puedes usar: ${ALL_PLACEHOLDERS}`],
    ['{ nombre }', `No conozco { nombre }. Puedes usar: ${ALL_PLACEHOLDERS}`],
    ['{día} {xyz} {día}', `No conozco {día}, {xyz}. Puedes usar: ${ALL_PLACEHOLDERS}`],
    ['{constructor}', `No conozco {constructor}. Puedes usar: ${ALL_PLACEHOLDERS}`],
  ])('are named in %j', (text, sentence) => {
    expect(unknownPlaceholders(text)).toBe(sentence);
  });

  it.each([ALL_PLACEHOLDERS, '', 'Hola', '{} :-{ }-: {{', 'a { b\nc }', '{nombre', 'nombre}', '{hola, che}'])(
    'are not in %j',
    (text) => {
      expect(unknownPlaceholders(text)).toBeUndefined();
    },
  );
});

describe('COB-18 a filled template', () => {
  const text = 'Hola {nombre}, tu plan {plan} vence el {vence}.\nPara renovarlo: {precio}. Alias: {alias}\n¡Gracias!';

  it('has the values in the place of the placeholders', () => {
    const values = { nombre: 'Ana', plan: 'Mensual', vence: '20/11/2026', precio: '$ 12.500', alias: 'pulso.gym' };
    expect(fillTemplate(text, values)).toBe(
      'Hola Ana, tu plan Mensual vence el 20/11/2026.\nPara renovarlo: $ 12.500. Alias: pulso.gym\n¡Gracias!',
    );
  });

  it.each([undefined, null, '', '  '])('leaves a line out whole where a value is %j', (alias) => {
    const values = { nombre: 'Ana', plan: 'Mensual', vence: '20/11/2026', precio: '$ 12.500', alias };
    expect(fillTemplate(text, values)).toBe('Hola Ana, tu plan Mensual vence el 20/11/2026.\n¡Gracias!');
  });

  it('keeps blank lines, and is empty where every line is left out', () => {
    expect(fillTemplate('Hola\n\n{deuda}\n\nChau', {})).toBe('Hola\n\n\nChau');
    expect(fillTemplate('{deuda}\n{link}', {})).toBe('');
  });
});

describe('COB-19 what is in a value', () => {
  it('stays as it is: braces, $, %, & and line breaks', () => {
    expect(fillTemplate('{nombre}|{plan}', { nombre: '{plan}', plan: '$& $1 100 % {nombre}\n💪' })).toBe(
      '{plan}|$& $1 100 % {nombre}\n💪',
    );
  });

  it('reaches the message unchanged, whatever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...placeholders), fc.string({ unit: 'grapheme', minLength: 1 }), (name, value) => {
        fc.pre(value.trim() !== '');
        expect(fillTemplate(`<{${name}}> {`, { [name]: value })).toBe(`<${value}> {`);
      }),
    );
  });
});

it.each([
  ['Ana María Gómez', 'Ana'],
  ['  Ñandú\tPérez', 'Ñandú'],
  ['Luis', 'Luis'],
  ['', ''],
  [' ', ''],
])('COB-18 calls %j by the first name %j', (name, called) => {
  expect(firstName(name)).toBe(called);
});
