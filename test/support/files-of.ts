import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What each file of a folder exports under a name, in the order of the files. @throws Error for a file that has none */
export function exportsOf<Value>(folder: string, name: string): Value[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const exported = jest.requireActual<Record<string, Value>>(join(folder, file))[name];
      if (exported === undefined) throw new Error(`${join(folder, file)} exports no ${name}.`);
      return exported;
    });
}
