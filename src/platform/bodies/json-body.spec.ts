import * as fc from 'fast-check';
import { ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { isReservedName } from '../fields/reserved-names';
import { parseJson } from './json-body';
import { unstorable } from '../fields/storable';
import { productGlobal } from '../../../test/support/product-global';

const codeOf = (text: string | Buffer): string | null => {
  try {
    const problems: FieldProblem[] = [];
    parseJson(Buffer.from(text), problems);
    return problems[0]?.code ?? null;
  } catch (error) {
    return (error as ValidationFailed).errors[0]!.code;
  }
};

describe('a JSON body', () => {
  const texts = fc.string({ unit: 'binary' }).filter((text) => unstorable(text) === null && !isReservedName(text));
  const values = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, texts, fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 10 }),
    object: fc.dictionary(texts, tie('value'), { maxKeys: 10 }),
  })).value;

  it('is what JSON.parse makes of it, however long', () => {
    fc.assert(
      fc.property(values, fc.nat(10_000), (value, blanks) => {
        const text = JSON.stringify(value) + ' '.repeat(blanks);
        expect(parseJson(Buffer.from(text), [])).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(parseJson(Buffer.from('\uFEFF{"name":"A tour"}'), [])).toEqual({ name: 'A tour' });
  });

  it('may have in its strings what would be too much outside of them', () => {
    const text = `${'[{,'.repeat(10_000)}"\\${'"'.repeat(9_999)}`;
    expect(parseJson(Buffer.from(JSON.stringify([text, [text]])), [])).toEqual([text, [text]]);
  });

  it.each([
    ['too_deep', '['.repeat(33) + ']'.repeat(33)],
    ['too_deep', '{"a":'.repeat(33) + '1' + '}'.repeat(33)],
    ['too_deep', '['.repeat(500_000)],
    ['too_many_fields', JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, at])))],
    ['too_many_values', JSON.stringify(Array.from({ length: 20_001 }, () => 1))],
    ['too_many_values', JSON.stringify(Array.from({ length: 300_000 }, () => []))],
    ['malformed_json', '{"name": '],
    ['malformed_json', `["${'x'.repeat(10_000)}`],
    ['invalid_characters', '{"name": "\\u0000"}'],
    ['unknown_field', '{"__proto__": 1}'],
  ])('is refused: %s', (code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  it('of exactly as many values and levels as may be is not', () => {
    expect(codeOf(JSON.stringify(Array.from({ length: 20_000 }, () => 1)))).toBeNull();
    expect(codeOf(`${' '.repeat(10_000)}${'['.repeat(32)}${']'.repeat(32)}`)).toBeNull();
  });

  it('has a problem for each name and text that cannot be stored', () => {
    const problems: FieldProblem[] = [];
    const body = parseJson(
      Buffer.from('{"constructor":1,"name":"a\\u0000","tags":["b","\\ud800"],"notes":"c"}'),
      problems,
    );
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['constructor', 'unknown_field'],
      ['name', 'invalid_characters'],
      ['tags.1', 'invalid_characters'],
    ]);
    expect(Object.keys(body as object)).toEqual(['name', 'tags', 'notes']);
  });

  it('that is not UTF-8 is refused', () => {
    expect(codeOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('malformed_json');
  });

  it.each(['['.repeat(500_000), `[${'[],'.repeat(300_000)}[]]`, `{${'"a":1,'.repeat(90_000)}"b":1}`])(
    'that is far too deep or wide is not parsed at all, which takes long',
    (text) => {
      const parse = jest.spyOn(productGlobal.JSON, 'parse');
      try {
        expect(codeOf(text)).toMatch(/^too_/);
        expect(parse).not.toHaveBeenCalled();
      } finally {
        parse.mockRestore();
      }
    },
  );
});
