import * as fc from 'fast-check';
import { MAX_LIMIT, offsetOf, readLimit, readPage, toPage } from './page';

const page = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const limit = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

describe.each([
  ['page', readPage],
  ['limit', readLimit],
])('a %s', (_name, read) => {
  it.each(['', 'abc', '1.5', '1e1', '+1', ' 1', '0x1', ['1', '2'], { a: '1' }, null, undefined])(
    'refuses %p',
    (text) => {
      expect(read(text)).toMatchObject({ code: 'wrong_type' });
    },
  );

  it('refuses what is below 1', () => {
    fc.assert(
      fc.property(fc.integer({ max: 0 }), (below) => {
        expect(read(String(below))).toMatchObject({ code: 'out_of_range' });
      }),
    );
  });
});

describe('what is asked for', () => {
  it('is what was asked, with the limit capped', () => {
    fc.assert(fc.property(page, (asked) => expect(readPage(String(asked))).toBe(asked)));
    fc.assert(fc.property(limit, (asked) => expect(readLimit(String(asked))).toBe(Math.min(asked, MAX_LIMIT))));
    expect(readLimit('9'.repeat(400))).toBe(MAX_LIMIT);
  });

  it('is no page that no JSON number could give back', () => {
    for (const text of ['9007199254740992', '9'.repeat(400)])
      expect(readPage(text)).toMatchObject({ code: 'out_of_range' });
  });
});

describe('pages', () => {
  it('have an offset that every database integer holds', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 1, max: MAX_LIMIT }), (page, limit) => {
        const offset = offsetOf({ page, limit });
        expect(Number.isSafeInteger(offset)).toBe(true);
        expect(offset).toBeGreaterThanOrEqual(page - 1);
      }),
    );
  });

  it('cover all records once, with no empty page among them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 250 }), fc.integer({ min: 1, max: MAX_LIMIT }), (records, limit) => {
        const read = (page: number) => {
          const request = { page, limit };
          const offset = offsetOf(request);
          return toPage(records.slice(offset, offset + limit), records.length, request);
        };
        const pages = Array.from({ length: read(1).totalPages }, (_, index) => read(index + 1));

        expect(pages.flatMap(({ data }) => data)).toEqual(records);
        expect(pages.every(({ data }) => data.length > 0)).toBe(true);
        expect(read(pages.length + 1)).toMatchObject({
          data: [],
          total: records.length,
          page: pages.length + 1,
          limit,
        });
      }),
    );
  });
});
