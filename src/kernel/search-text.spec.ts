import fc from 'fast-check';
import { searchText } from './search-text';

describe('the form in which texts are searched', () => {
  it.each([
    ['Müller', 'MULLER'],
    ['José', 'jose'],
    ['Jose\u0301', 'José'],
    ['Łódź', 'lodz'],
    ['Søren Æbelø', 'soren aebelo'],
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['İstanbul', 'istanbul'],
    ['ﬁnance', 'Finance'],
    ['Ｆｕｌｌ', 'full'],
    ['Дёмин', 'демин'],
    ['Guðmundur Þórsson', 'gudmundur thorsson'],
    ['ƁƊƘ Ŋ ƏƐƆ', 'bdk n eeo'],
    [
      'O’Connor ‘OʼConnor OʻConnor O´Connor O`Connor O′Connor',
      "o'connor 'o'connor o'connor o'connor o'connor o'connor",
    ],
    ['O`Connor', "o'connor"],
    ['Jean‑Luc Jean–Luc Jean—Luc Jean−Luc Jean‐Luc Jean－Luc', 'jean-luc jean-luc jean-luc jean-luc jean-luc jean-luc'],
    ['\u200BAnn\u00ADa\u200D \u202A+43\u202C\uFEFF', 'anna +43'],
    ['٠١٢ ۳۴۵', '012 345'],
    ['محمـــد علی', 'محمد علي'],
  ])('of %s is that of %s', (one, other) => {
    expect(searchText(one)).toBe(searchText(other));
  });

  it('keeps parts apart and leaves out what is not there', () => {
    expect(searchText('Ada', null, 'ada@example.com')).toBe('ada\nada@example.com');
    expect(searchText()).toBe('');
  });

  const text = fc.string({ unit: 'binary', maxLength: 60 });

  it('of a part is a part of that of the whole', () => {
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        expect(searchText(before + part + after)).toContain(searchText(part));
      }),
    );
  });

  it('is reached at once', () => {
    fc.assert(fc.property(text, (any) => expect(searchText(searchText(any))).toBe(searchText(any))));
  });

  it('does not depend on case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        expect(searchText(any.toLowerCase())).toBe(searchText(any));
      }),
    );
  });

  it('never has more than 2,500 bytes, nor half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 600, maxLength: 3000 }), (any) => {
        const found = searchText(any, 'ﷺ'.repeat(300));
        expect(Buffer.byteLength(found)).toBeLessThanOrEqual(2500);
        expect(found).not.toContain('\uFFFD'.repeat(2));
        expect(found.isWellFormed()).toBe(true);
      }),
    );
  });
});
