import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const STATES = ['holds', 'does not apply', 'not, because'];

/**
 * The requirements of levels 1 and 2 of version 5.0.0, by chapter: "2.1-3" are 2.1 to 2.3 of it. Those of level 3 are
 * left out, so the numbers have gaps.
 */
const LEVEL_1: Readonly<Record<number, string>> = {
  1: '2.1-5 3.1-2 5.1',
  2: '1.1 2.1-2 3.1',
  3: '2.1-2 3.1 4.1-2 5.1-3',
  4: '1.1 4.1',
  5: '2.1-2 3.1-2',
  6: '1.1 2.1-8 3.1-2 4.1-2',
  7: '2.1-4 4.1-2',
  8: '1.1 2.1-2 3.1',
  9: '1.1-3 2.1',
  10: '4.1-5',
  11: '3.1-2 4.1',
  12: '1.1 2.1-2',
  13: '4.1',
  14: '2.1 3.1',
  15: '1.1 2.1 3.1',
};
const LEVEL_2: Readonly<Record<number, string>> = {
  1: '1.1-2 2.6-9 3.3-11 4.1-3 5.2',
  2: '1.2-3 2.3 3.2-4 4.1',
  3: '3.2-4 4.3-6 5.4-5 7.1-2',
  4: '1.2-3 2.1 3.1-2 4.2-4',
  5: '1.1 2.3 4.1-3',
  6: '1.2-3 2.9-12 3.3-4 4.3-4 5.1-5 6.1-3 8.1-4',
  7: '1.1-3 3.1-2 4.3-5 5.1-2 6.1-2',
  8: '1.2 2.3 4.1',
  9: '2.2-4',
  10: '1.1-2 2.1-2 3.1-4 4.6-11 5.1-5 6.1-2 7.1-3',
  11: '1.1-2 2.1-3 3.3 4.2-4 5.1 6.1',
  12: '1.2-3 3.1-4',
  13: '1.1 2.1-5 3.1-2 4.2-5',
  14: '1.1-2 2.2-4 3.2-3',
  15: '1.2-3 2.2-3 3.2-7',
  16: '1.1 2.1-5 3.1-4 4.1-3 5.1-3',
  17: '1.1 2.1-4 3.1-2',
};

interface Row {
  readonly number: string;
  readonly level: string;
  readonly asks: string;
  readonly state: string;
  readonly grounds: string;
  /** Whether it has five cells, no more and no fewer. */
  readonly isWhole: boolean;
}

const rows: readonly Row[] = readFileSync(resolve(ROOT, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| *\d/.test(line))
  .map((line) => {
    const [, number = '', level = '', asks = '', state = '', grounds = '', ...rest] = line
      .split('|')
      .map((cell) => cell.trim());
    return { number, level, asks, state, grounds, isWhole: rest.length === 1 };
  });
const numbersOf = (found: readonly Row[]) => found.map(({ number }) => number);

describe('the table of the OWASP ASVS', () => {
  it.each([
    ['1', LEVEL_1, 70],
    ['2', LEVEL_2, 183],
  ] as const)('has a row for each requirement of level %s, in order', (level, chapters, count) => {
    const asked = requirementsOf(chapters);
    expect(asked).toHaveLength(count);
    expect(numbersOf(rows.filter((row) => row.level === level))).toEqual(asked);
  });

  it('has no other row, and no broken one', () => {
    expect(numbersOf(rows.filter(({ isWhole }) => !isWhole))).toEqual([]);
    expect(rows).toHaveLength(70 + 183);
    expect([...numbersOf(rows)].sort(inOrder)).toEqual(numbersOf(rows));
  });

  it('says of each in a few words what it asks for, and whether it holds', () => {
    expect(numbersOf(rows.filter(({ asks }) => asks === '' || asks.split(' ').length > 14))).toEqual([]);
    expect(numbersOf(rows.filter(({ state }) => !STATES.includes(state)))).toEqual([]);
  });

  it('names what shows that it holds, or says why it does not', () => {
    expect(numbersOf(rows.filter(({ state, grounds }) => state === 'holds' && filesIn(grounds).length === 0))).toEqual(
      [],
    );
    expect(numbersOf(rows.filter(({ grounds }) => grounds === ''))).toEqual([]);
  });

  it('names only files that are there', () => {
    const named = rows.flatMap(({ number, grounds }) => filesIn(grounds).map((name) => [number, name] as const));
    expect(named.length).toBeGreaterThan(rows.length);
    expect(named.filter(([, name]) => !existsSync(fileOf(name)))).toEqual([]);
  });
});

function requirementsOf(chapters: Readonly<Record<number, string>>): string[] {
  return Object.entries(chapters).flatMap(([chapter, sections]) =>
    sections.split(' ').flatMap((part) => {
      const [, section, first, last = first] = /^(\d+)\.(\d+)(?:-(\d+))?$/.exec(part)!;
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: count }, (_, index) => `${chapter}.${section}.${Number(first) + index}`);
    }),
  );
}

/** Names of files among what stands in backticks: they have no blanks, and a slash within or an ending. */
function filesIn(grounds: string): string[] {
  return [...grounds.matchAll(/`([^`\s]+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => /^[\w.][\w.-]*(\/[\w.-]+)+$/.test(name) || /^[\w-]+\.(md|json|js|yml)$/.test(name));
}

/** The file that a name means: as it is, or a test below `test`. */
function fileOf(name: string): string {
  const itself = resolve(ROOT, name);
  return existsSync(itself) ? itself : resolve(ROOT, 'test', `${name}.spec.ts`);
}

function inOrder(one: string, other: string): number {
  const [left, right] = [one, other].map((number) => number.split('.').map(Number));
  const different = left!.findIndex((part, index) => part !== right![index]);
  return different === -1 ? 0 : left![different]! - right![different]!;
}
