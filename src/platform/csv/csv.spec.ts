import fc from 'fast-check';
import { csvLine, csvOf, unguarded } from './csv';
import { csvRecords, csvSteps, type CsvRecord } from './csv-records';

const read = (text: string): CsvRecord[] => [...csvSteps(text, ',')].filter((step) => step !== null);

/** How many characters of a text are looked at between the ticks that others get. */
function looksAt(text: string): number[] {
  const looks = [0];
  const look = (count: number) => (looks[looks.length - 1]! += count);
  const counted = {
    length: text.length,
    charCodeAt: (position: number) => (look(1), text.charCodeAt(position)),
    slice: (from: number, to: number) => (look(to - from), text.slice(from, to)),
  };
  for (const step of csvSteps(counted as unknown as string, ',')) if (step === null) looks.push(0);
  return looks;
}

describe('writing CSV', () => {
  it('quotes what needs it and ends lines as RFC 4180 does', () => {
    expect(
      csvOf(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          [null, 1],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n,1\r\n');
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

describe('reading CSV', () => {
  it.each([
    ['line feeds', 'a,b\n1,2\n', [[1, 'a', 'b'], [2, '1', '2']]], // prettier-ignore
    ['no last line break', 'a,b\n1,2', [[1, 'a', 'b'], [2, '1', '2']]], // prettier-ignore
    ['all line breaks in one text', 'a\r\nb\rc\nd', [[1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']]], // prettier-ignore
    ['empty lines', '\n\na\n\r\n \nb\n', [[3, 'a'], [6, 'b']]], // prettier-ignore
    ['empty cells', ',\n,,x\n', [[1, '', ''], [2, '', '', 'x']]], // prettier-ignore
    ['quoted line breaks', 'a\n"x\r\ny",1\nb', [[1, 'a'], [2, 'x\r\ny', '1'], [4, 'b']]], // prettier-ignore
    ['quoted quotes', '"say ""hi""",""\n', [[1, 'say "hi"', '']]],
    ['a quote within a plain cell', 'a\nx"y,1\nb', [[1, 'a'], [2, null], [3, 'b']]], // prettier-ignore
    ['something behind a quote', 'a\n"x"y,1\nb', [[1, 'a'], [2, null], [3, 'b']]], // prettier-ignore
    ['a quote closed on another line', 'a\n"x,1\n"y",2\nb', [[1, 'a'], [2, null], [3, 'y', '2'], [4, 'b']]], // prettier-ignore
    ['a quote that is never closed', 'a\nb\n"x,1\nc\nd', [[1, 'a'], [2, 'b'], [3, null], [4, 'c'], [5, 'd']]], // prettier-ignore
    ['a quote closed by quotes on another line', 'a\n"x,1\n"""y"" z",2\nb', [[1, 'a'], [2, null], [3, '"y" z', '2'], [4, 'b']]], // prettier-ignore
    ['a broken cell of several lines', 'a\n"x\ny,1\nz" y,1\nb', [[1, 'a'], [2, null], [5, 'b']]], // prettier-ignore
    ['cells of several lines behind a broken one', 'a\n"x" y,"\nz,1\n",2\nb', [[1, 'a'], [2, null], [5, 'b']]], // prettier-ignore
    ['a broken cell behind one of several lines', 'a\n"x\ny",1"2\nb', [[1, 'a'], [2, null], [4, 'b']]], // prettier-ignore
    ['a cell never closed behind one of several lines', 'a\n"x\ny","1\nb', [[1, 'a'], [2, null], [4, 'b']]], // prettier-ignore
    ['a quote at the very end', 'a\n"', [[1, 'a'], [2, null]]], // prettier-ignore
    ['nothing', '', []],
  ])('copes with %s', (_what, text, expected) => {
    const found = read(text).map(({ line, cells }) => (cells === null ? [line, null] : [line, ...cells]));
    expect(found).toEqual(expected);
  });

  it('keeps no more than a thousand cells of a record', () => {
    expect(read(','.repeat(60_000))[0]!.cells).toHaveLength(1000);
  });

  it('says how far what is left out goes', () => {
    const broken = { cells: null, fault: 'quotes' };
    expect(read('"x\ny\nz" y\nb"\n"c')).toEqual([
      { ...broken, line: 1, lastLine: 3 },
      { ...broken, line: 4, lastLine: 4 },
      { ...broken, line: 5, lastLine: 5 },
    ]);
  });

  it.each([
    ['plain', 'x'.repeat(65_537)],
    ['quoted', `"${'"\n'.repeat(40_000)}"`.replaceAll('"\n', '""\n')],
    ['of many cells', ','.repeat(65_537)],
  ])('passes over a record of more than 65,536 characters, %s', (_what, long) => {
    const lines = long.split('\n').length;
    expect(read(`a\n${long}\nb`)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: null, fault: 'length', lastLine: 1 + lines },
      { line: 2 + lines, cells: ['b'] },
    ]);
    expect(read('x'.repeat(65_536))[0]!.cells).toHaveLength(1);
  });

  it.each([
    '"',
    '\n',
    '\r',
    '\r\n',
    ',',
    'x',
    ' ',
    '"\n',
    '""\n',
    ',""x\n',
    '"""\n',
    '"a\n""b\n',
    '"a"b\n',
    'a|',
    'a,b\n',
  ])('lets others run, and soon, whatever a text is made of: %j', (piece) => {
    for (const start of ['', 'name\n', 'name\n"']) {
      const looks = looksAt(start + piece.repeat(300_000 / piece.length));
      expect(Math.max(...looks)).toBeLessThan(150_000);
    }
  });

  it('goes on with other things in between', async () => {
    let ticks = 0;
    const others = setInterval(() => ticks++, 0);
    for await (const record of csvRecords('\n'.repeat(10_000_000), ',')) expect(record).toBeUndefined();
    clearInterval(others);
    expect(ticks).toBeGreaterThan(5);
  });

  it('takes steps in proportion to the text, however its quotes are broken', () => {
    const piece = fc.string({ unit: fc.constantFrom('"', '""', '\n', '\r\n', ',', 'a'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.integer({ min: 1, max: 200 }), (pieces, times) => {
        const text = pieces.map((each) => each.repeat(times)).join('');
        const looks = looksAt(text).reduce((sum, each) => sum + each, 0);
        expect(looks).toBeLessThanOrEqual(5 * (text.length + 1));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives back every table that is written', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'=+-@\'",;\r\n\t a') }));
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(table, (rows) => {
        const found = read(csvOf(['a', 'b'], rows)).map(({ cells }) => cells!.map(unguarded));
        expect(found).toEqual([['a', 'b'], ...rows]);
      }),
    );
  });
});
