import { expect, test } from '@playwright/test';
import { searchText } from '../../src/kernel/search-text';
import { folded, hasWords, optionsLike } from '../src/shared/folded';

for (const text of [
  'O’Connor O´Brien O`Neill',
  'Jean‑Luc −5 – x',
  'Guðmundur Þórsson',
  'Zo\u200Bë ﬁne ΟΔΟΣ Straße İ',
  'Łódź Æ',
])
  test(`choices are searched as the service searches lists: ${text}`, () => {
    expect(folded(text)).toBe(searchText(text));
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
