import { expect, test } from '@playwright/test';
import { folded, hasWords, optionsLike } from '../src/shared/folded';

// The forms are those of the service: src/kernel/search-text.spec.ts.
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
