import fc from 'fast-check';
import { csvLine, csvOf, unguarded } from './csv';
import { csvRecords } from './csv-records';
import { csvSteps, type CsvRecord } from '../../../packages/csv/src';

const read = (text: string): CsvRecord[] => [...csvSteps(text, ',')].filter((step) => step !== null);

describe('writing CSV', () => {
  it('begins a file with a byte order mark, quotes what needs it and ends lines as RFC 4180 does', () => {
    expect(
      csvOf(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          [null, 1],
        ],
      ),
    ).toBe('\uFEFFa,b\r\n"x,y","say ""hi"""\r\n,1\r\n');
  });

  it.each(['=1+1', '+43 1', '+1+1', `+${'1'.repeat(16)}`, '-1', '@SUM(A1)', '\tx', '\rx', '＝1', "'=1", "''=1"])(
    'guards %j',
    (text) => {
      const [record] = read(csvLine([text, 'x']));
      expect(record!.cells![0]).toBe(`'${text}`);
      expect(unguarded(record!.cells![0]!)).toBe(text);
    },
  );

  it.each([
    ['a;=cmd|x', "a;'=cmd|x"],
    ['a\t+1', "a\t'+1"],
    ['a\n-1\r@x\r\n＝1', "a\n'-1\r'@x\r\n'＝1"],
    [';"=1', `;'"=1`],
    ["a;'=1", "a;''=1"],
    ['=1;=2', "'=1;'=2"],
  ])('guards %j where a cell would start with another separator', (text, expected) => {
    const [record] = read(csvLine([text, 'x']));
    expect(record!.cells![0]).toBe(expected);
    expect(unguarded(record!.cells![0]!)).toBe(text);
  });

  it.each(["'s-Hertogenbosch", "O'Neil", '1-2', 'a; -b;c', 'a =b', '+436601234567', -5])('leaves %j alone', (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
    expect(unguarded(String(text))).toBe(String(text));
  });
});

describe('reading what was written', () => {
  it('gives back every table that is written', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'=+-@\'",;\r\n\t a') }));
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(table, (rows) => {
        const found = read(csvOf(['a', 'b'], rows).slice(1)).map(({ cells }) => cells!.map(unguarded));
        expect(found).toEqual([['a', 'b'], ...rows]);
      }),
    );
  });
});

describe('reading in the service', () => {
  it('goes on with other things in between', async () => {
    let ticks = 0;
    const others = setInterval(() => ticks++, 0);
    for await (const record of csvRecords('\n'.repeat(10_000_000), ',')) expect(record).toBeUndefined();
    clearInterval(others);
    expect(ticks).toBeGreaterThan(5);
  });
});
