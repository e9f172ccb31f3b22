import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MODULES = resolve(__dirname, '..', '..', 'src', 'modules');
const { forbidden } = jest.requireActual<{ forbidden: { name: string; to: { pathNot: string } }[] }>(
  '../../.dependency-cruiser.js',
);
const PREFIX = 'module-tree-';

describe('the tree of modules', () => {
  it('permits no import that no module makes', () => {
    const stale = forbidden
      .filter(({ name }) => name.startsWith(PREFIX))
      .flatMap((rule) => {
        const [name, ...permitted] = /\(([^)]*)\)/.exec(rule.to.pathNot)![1]!.split('|');
        const imported = facesImportedBy(name!);
        return permitted.filter((other) => !imported.has(other)).map((other) => `${name} → ${other}`);
      });
    expect(stale).toEqual([]);
  });
});

/** The modules whose faces the files of a module import. */
function facesImportedBy(module: string): Set<string> {
  const subject = readdirSync(MODULES).find((each) => readdirSync(join(MODULES, each)).includes(module))!;
  const folder = join(MODULES, subject, module);
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/from '(?:\.\.\/){1,2}(?:[a-z-]+\/)?([a-z-]+)'/g)].map((match) => match[1]!),
    ),
  );
}
