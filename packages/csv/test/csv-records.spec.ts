import fc from 'fast-check';
import { csvSteps, DELIMITERS, delimiterOf, fittedCells, isBlank, type CsvRecord } from '../src';

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

describe('reading CSV', () => {
  it.each([
    ['line feeds', 'a,b\n1,2\n', [[1, 'a', 'b'], [2, '1', '2']]], // prettier-ignore
    ['no last line break', 'a,b\n1,2', [[1, 'a', 'b'], [2, '1', '2']]], // prettier-ignore
    ['all line breaks in one text', 'a\r\nb\rc\nd', [[1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']]], // prettier-ignore
    ['empty lines', '\n\na\n\r\n \nb\n', [[3, 'a'], [6, 'b']]], // prettier-ignore
    ['empty cells', ',\n,,x\n', [[1, '', ''], [2, '', '', 'x']]], // prettier-ignore
    ['quoted line breaks', 'a\n"x\r\ny",1\nb', [[1, 'a'], [2, 'x\r\ny', '1'], [4, 'b']]], // prettier-ignore
    ['quoted quotes', '"say ""hi""",""\n', [[1, 'say "hi"', '']]],
    ['a quote within a plain cell', 'a\nJim "Bud" Smith,1\nx"\nb', [[1, 'a'], [2, 'Jim "Bud" Smith', '1'], [3, 'x"'], [4, 'b']]], // prettier-ignore
    ['blanks around quoted cells', '"a" , "b"\n \t"1,\n2" ,\u00a0"3"\u00a0\nb', [[1, 'a', 'b'], [2, '1,\n2', '3'], [4, 'b']]], // prettier-ignore
    ['byte order marks around quoted cells', '\uFEFF\uFEFF"a","b"\uFEFF\n\uFEFF"1",\uFEFF"2"', [[1, 'a', 'b'], [2, '1', '2']]], // prettier-ignore
    ['the same line as a cell', '"sep=,",\r\na,b\n', [[2, 'a', 'b']]],
    ['blanks around plain cells', ' a , b\n', [[1, ' a ', ' b']]],
    ['blanks behind a line break and a quote', '"x\n" ,2\nb', [[1, 'x\n', '2'], [3, 'b']]], // prettier-ignore
    ['a quote closed on another line, behind a blank', 'a\n"x,1\n "y",2\nb', [[1, 'a'], [2, null], [3, 'y', '2'], [4, 'b']]], // prettier-ignore
    ['two quoted texts in a cell', 'a\n"x" "y",1\nb', [[1, 'a'], [2, null], [3, 'b']]], // prettier-ignore
    ['the line of Excel that names the delimiter', 'sep=,\r\na,b\n', [[2, 'a', 'b']]],
    ['something behind a quote', 'a\n"x"y,1\nb', [[1, 'a'], [2, null], [3, 'b']]], // prettier-ignore
    ['a quote closed on another line', 'a\n"x,1\n"y",2\nb', [[1, 'a'], [2, null], [3, 'y', '2'], [4, 'b']]], // prettier-ignore
    ['a quote that is never closed', 'a\nb\n"x,1\nc\nd', [[1, 'a'], [2, 'b'], [3, null], [4, 'c'], [5, 'd']]], // prettier-ignore
    ['a quote closed by quotes on another line', 'a\n"x,1\n"""y"" z",2\nb', [[1, 'a'], [2, null], [3, '"y" z', '2'], [4, 'b']]], // prettier-ignore
    ['a broken cell of several lines', 'a\n"x\ny,1\nz" y,1\nb', [[1, 'a'], [2, null], [5, 'b']]], // prettier-ignore
    ['cells of several lines behind a broken one', 'a\n"x" y,"\nz,1\n",2\nb', [[1, 'a'], [2, null], [5, 'b']]], // prettier-ignore
    ['a broken cell behind one of several lines', 'a\n"x\ny","1"2\nb', [[1, 'a'], [2, null], [4, 'b']]], // prettier-ignore
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
    const text = '"x\ny\nz" y\n"b"b\n"c,\nd\n';
    const records = read(text);
    expect(records).toMatchObject([
      { ...broken, line: 1, lastLine: 3 },
      { ...broken, line: 4, lastLine: 4 },
      { ...broken, line: 5, lastLine: 5 },
      { line: 6, cells: ['d'] },
    ]);
    const lost = records.flatMap((record) =>
      record.cells === null ? text.slice(record.start, record.end).trim() : [],
    );
    expect(lost).toEqual(['"x\ny\nz" y', '"b"b', '"c,']);
  });

  it.each([
    ['plain', 'x'.repeat(65_537)],
    ['quoted', `"${'"\n'.repeat(40_000)}"`.replaceAll('"\n', '""\n')],
    ['of many cells', ','.repeat(65_537)],
  ])('passes over a record of more than 65,536 characters, %s', (_what, long) => {
    const lines = long.split('\n').length;
    expect(read(`a\n${long}\nb`)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: null, fault: 'length', lastLine: 1 + lines, start: 2, end: 2 + long.length },
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
    ' "',
    '"x \n',
    '\n  "',
    'a,b\n',
  ])('lets others run, and soon, whatever a text is made of: %j', (piece) => {
    for (const start of ['', 'name\n', 'name\n"']) {
      const looks = looksAt(start + piece.repeat(300_000 / piece.length));
      expect(Math.max(...looks)).toBeLessThan(150_000);
    }
  });

  it('takes steps in proportion to the text, however its quotes are broken', () => {
    const piece = fc.string({ unit: fc.constantFrom('"', '""', '\n', '\r\n', ',', 'a', ' ', '\t'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.integer({ min: 1, max: 200 }), (pieces, times) => {
        const text = pieces.map((each) => each.repeat(times)).join('');
        const looks = looksAt(text).reduce((sum, each) => sum + each, 0);
        expect(looks).toBeLessThanOrEqual(5 * (text.length + 1));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the delimiter of a CSV text', () => {
  it.each([
    ['name;email\nAda, Countess;a', ';'],
    ['name,email\na;b;c;d', ','],
    ['\uFEFF\n\n"a;b;c",email\n', ','],
    ['"first,\r\nsecond";email;phone\n', ';'],
    ['"Name"\n"Ada; x"', ','],
    ['name\temail', '\t'],
    ['name', ','],
    ['', ','],
    ['sep=;\r\na,b,c\n', ';'],
    ['sep=|\r\na;b\n', ';'],
  ] as const)('of %j', (text, delimiter) => {
    expect(delimiterOf(text, DELIMITERS)).toBe(delimiter);
  });

  it('is one of those that the caller takes', () => {
    expect(delimiterOf('a\tb\tc', [',', ';'])).toBe(',');
  });
});

describe('the cells of a row', () => {
  it.each([
    [['a'], ['a', '', '']],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      ['a', 'b', 'c', ' ', ''],
      ['a', 'b', 'c'],
    ],
    [['a', 'b', 'c', '', 'd'], null],
  ])('are as many as the header has: %j', (cells, fitted) => {
    expect(fittedCells(cells, 3)).toEqual(fitted);
  });

  it('are blank when none has anything', () => {
    expect([isBlank(['', ' ']), isBlank(['', 'x'])]).toEqual([true, false]);
  });
});
