import fc from 'fast-check';
import { searchText } from './search-text';
import { searchTerms } from './search-terms';

describe('the terms of a search', () => {
  it.each([
    ['Anne  Marie', ['%anne%', '%marie%']],
    ['100% a_b', ['%100\\%%', '%a\\_b%']],
    ['a a A', ['%a%']],
    ['\u0301 \u200B', []],
  ])('are the words of %j, each once and literally', (text, patterns) => {
    expect(searchTerms(text)).toMatchObject({ patterns, number: null });
  });

  it.each([
    ['+43 660 1234567', '%+436601234567%'],
    ['+43 (0)660/123 45 67', '%+436601234567%'],
    ['0043-660-1234567', '%+436601234567%'],
    ['0660 123 45 67', '%6601234567%'],
    ['(0660) 12', '%66012%'],
    ['8 (495) 123-45-67', '%4951234567%'],
    ['212.555.0123', '%2125550123%'],
    ['+٤٣ ٦٦٠', '%+43660%'],
    ['0660 1234567 x', null],
    ['0000 0', null],
    ['12 3', null],
  ])('are a phone number, if %s is one', (text, number) => {
    expect(searchTerms(text).number).toBe(number);
  });

  it.each([
    ['W-12345', '%w12345%'],
    ['w 123 45', '%w12345%'],
    ['W‑123–45', '%w12345%'],
    ['BÜ AB 123', '%buab123%'],
    ['W12345', null],
    ['A 1', null],
    ['Anne-Marie', null],
    ['1. Anna & Bob', null],
  ])('are a number plate, if %s may be one', (text, number) => {
    expect(searchTerms(text).number).toBe(number);
  });

  it('begin with what the searched text begins with', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const { phrase, end } = searchTerms(parts.join(' '));
        expect(Buffer.compare(Buffer.from(phrase), Buffer.from(end))).toBe(-1);
        expect(searchText(phrase)).toBe(phrase);
      }),
    );
  });
});
