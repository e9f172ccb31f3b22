import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(__dirname, '../../dashboard/src');

describe("today's date in the dashboard", () => {
  it('is that of a time zone, never of UTC', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const inUtc = files.filter((file) =>
      /new Date\((Date\.now\(\))?\)\s*\.toISOString\(\)\s*\.(slice|split|substring)/.test(
        readFileSync(join(SOURCES, file), 'utf8'),
      ),
    );
    expect(inUtc).toEqual([]);
  });
});
