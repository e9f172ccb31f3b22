import { emailKey } from './email';

it('takes addresses that differ only in case for the same', () => {
  expect(emailKey('Ada@Example.COM')).toBe(emailKey('ada@example.com'));
  expect(emailKey('ÅSA@example.com')).toBe(emailKey('åsa@example.com'));
});

it('keeps apart what only looks alike', () => {
  expect(emailKey('admİn@example.com')).not.toBe(emailKey('admin@example.com'));
});
