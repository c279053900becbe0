import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSoftHyphens } from './soft-hyphens.ts';
import { measure, wrap } from './svg-text.ts';

const shown = (text: string) => withSoftHyphens(text).replaceAll('\u00ad', '|');

test('long words may break between their syllables', () => {
  expect(shown('Rechtsschutzversicherungsgesellschaften')).toBe(
    'Rechts|schutz|ver|si|che|rungs|ge|sell|schaf|ten',
  );
  expect(shown('Die Wahrscheinlichkeitsrechnung')).toBe('Die Wahr|schein|lich|keits|rech|nung');
});

test('words that fit a line stay whole, in any script', () => {
  expect(shown('Microelectronics, Electrodynamics')).toBe('Microelectronics, Electrodynamics');
  expect(shown('الكهروكيميائيةالكهروكيميائية')).toBe('الكهروكيميائيةالكهروكيميائية');
});

test('no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aeiouschtßgénrlk x'), maxLength: 80 }), (text) => {
      expect(withSoftHyphens(text).replaceAll('\u00ad', '')).toBe(text);
    }),
  );
});

test('an image breaks a long word at its syllables, with a hyphen', () => {
  const lines = wrap('Rechtsschutzversicherungsgesellschaften', 9, 6);
  expect(lines.slice(0, -1).every((line) => line.endsWith('-'))).toBe(true);
  expect(lines.join('').replaceAll('-', '')).toBe('Rechtsschutzversicherungsgesellschaften');
  expect(lines[0]).toMatch(/^Rechts/);
  for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(9);
});
