import * as fc from 'fast-check';
import { DEFAULT_LIMIT, MAX_LIMIT, offsetOf, pageRequest, toPage } from './page';
import { ValidationFailed } from './problems';

const page = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const limit = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

function problemsOf(query: { page?: unknown; limit?: unknown }) {
  try {
    pageRequest(query);
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
}

describe('a page request', () => {
  it('is the first ten when nothing is asked', () => {
    expect(pageRequest({})).toEqual({ page: 1, limit: DEFAULT_LIMIT });
  });

  it('is what was asked, with the limit capped', () => {
    fc.assert(
      fc.property(page, limit, (page, limit) => {
        const asked = pageRequest({ page: String(page), limit: String(limit) });
        expect(asked).toEqual({ page, limit: Math.min(limit, MAX_LIMIT) });
      }),
    );
    expect(pageRequest({ limit: '9'.repeat(400) }).limit).toBe(MAX_LIMIT);
  });

  it.each(['', 'abc', '1.5', '1e1', '+1', ' 1', '0x1', ['1', '2'], { a: '1' }, null])('refuses %p', (text) => {
    expect(problemsOf({ page: text, limit: text })).toEqual(['page wrong_type', 'limit wrong_type']);
  });

  it('refuses what is below 1', () => {
    fc.assert(
      fc.property(fc.integer({ max: 0 }), (below) => {
        const text = String(below);
        expect(problemsOf({ page: text, limit: text })).toEqual(['page out_of_range', 'limit out_of_range']);
      }),
    );
  });

  it('refuses a page that no JSON number could give back', () => {
    expect(problemsOf({ page: '9007199254740992' })).toEqual(['page out_of_range']);
    expect(problemsOf({ page: '9'.repeat(400) })).toEqual(['page out_of_range']);
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
