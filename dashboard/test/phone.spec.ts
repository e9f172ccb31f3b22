import { expect, test } from '@playwright/test';
import { typedPhone } from '../src/shared/phone';

for (const [typed, number] of [
  ['0664/123 45 67', '+436641234567'],
  ['(0732) 1234-56', '+43732123456'],
  ['0043 664 1234567', '+436641234567'],
  ['+43 (0) 664 1234567', '+436641234567'],
  ['+43 0664 1234567', '+436641234567'],
  ['436641234567', '+436641234567'],
  ['tel:+43-664-1234567', '+436641234567'],
  ['+39 06 1234 5678', '+390612345678'],
  ['+380 44 123 4567', '+380441234567'],
  ['+1 (212) 555–0100', '+12125550100'],
  ['ask Grace', 'askGrace'],
  ['', null],
] as const)
  test(`the phone number ${typed}, typed in Vienna, is taken as ${number}`, () => {
    expect(typedPhone(typed, 'Europe/Vienna')).toBe(number);
  });

test('where the zone says nothing of the country, numbers stay as they are typed', () => {
  expect(typedPhone('0664 1234567', 'UTC')).toBe('06641234567');
});
