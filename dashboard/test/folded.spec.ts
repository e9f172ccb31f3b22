import { expect, test } from '@playwright/test';
import { folded, hasWords, optionsLike } from '../src/shared/folded';

// The forms are those of the service: test/architecture/searched-forms.spec.ts.
for (const [text, form] of [
  ['O’Connor O´Brien O`Neill', "o'connor o'brien o'neill"],
  ['Jean‑Luc −5 – x', 'jean-luc -5 - x'],
  ['Guðmundur Þórsson', 'gudmundur thorsson'],
  ['Zo\u200Bë ﬁne Straße İ', 'zoe fine strasse i'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Łódź Æ', 'lodz ae'],
] as const)
  test(`choices are searched as lists are: ${text}`, () => {
    expect(folded(text)).toBe(form);
  });

for (const [text, typed] of [
  ['Grete Hofer +436601234567', '0660 123 45 67'],
  ['Grete Hofer +436601234567', '+43 (0)660/123-4567'],
  ['Grete Hofer +436601234567', '0043 660 1234567'],
  ['Grete Hofer +436601234567', '٠٦٦٠ ١٢٣'],
  ['Coach 1 · W-123\u00A045', 'W-12345'],
  ['Coach 1 · W‑123 45', 'w12345'],
  ['Coach 1 · W12345', 'W-123 45'],
] as const)
  test(`numbers are found with and without what stands between: ${typed} in ${text}`, () => {
    expect(hasWords(text, typed)).toBe(true);
  });

for (const typed of ['0660 1234568', '12 9', 'Hofer 99', 'Grete.'])
  test(`not everything with a digit or a dash is a number: ${typed}`, () => {
    expect(hasWords('Grete Hofer +436601234567', typed)).toBe(false);
  });

test('words are found in any order, parts of them too', () => {
  expect(hasWords('Anne Marie O’Connor', "o'con anne")).toBe(true);
  expect(hasWords('Anne Marie O’Connor', 'anna')).toBe(false);
});

test('options of groups are found, and no more than asked for', () => {
  const option = (label: string) => ({ value: label, label, disabled: false });
  const options = [
    { group: 'EU', items: [option('Graz'), option('Größe')] },
    { group: 'US', items: [option('Reno')] },
  ];
  expect(optionsLike({ options, search: 'gro', limit: 9 })).toEqual([{ group: 'EU', items: [option('Größe')] }]);
  expect(optionsLike({ options: [option('a1'), option('a2')], search: 'A', limit: 1 })).toEqual([option('a1')]);
});
