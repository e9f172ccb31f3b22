import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import ts from 'typescript';

/** Ways out of the tenant's wall, and which of their arguments is the reason. */
const WAYS_OUT = [
  'runUnscoped',
  'runAutonomous',
  'runByIndex',
  'writeAutonomous',
  'UnscopedStatement',
  'findUnscoped',
  'TokenKind',
];
/** More reasons than this are a sign that the wall stands in the wrong place: think again before raising it. */
const MAX_REASONS = 48;
const FEWEST_WORDS = 3;

interface WayOut {
  place: string;
  reason: string | null;
}

describe('code that leaves the tenant scope', () => {
  const sources = sourceFiles();
  const constants = new Map(sources.flatMap(constantsOf));
  // findUnscoped is looked at where it is called; the statements of lists take their reason from the list's shape, those of
  // tokens from their kind, and jobs give it to the unit of work with their statement: it is looked at there.
  const passedOn = [
    'src/platform/tenancy/list-statements.ts',
    'src/platform/tenancy/statement.ts',
    'src/platform/tenancy/unit-of-work.ts',
    'src/platform/tokens/one-time-tokens.ts',
  ];
  const waysOut = sources
    .filter((source) => !passedOn.includes(source.fileName))
    .flatMap((source) => waysOutOf(source, constants));

  it('says why, in a constant sentence', () => {
    const reasons = [...new Set(waysOut.map((way) => way.reason))].sort();
    console.log(
      `${waysOut.length} ways out of the tenant scope, for ${reasons.length} reasons:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`,
    );

    expect(sources.length).toBeGreaterThan(50);
    expect(reasons).toContain('old rows of all organizations are deleted');
    expect(reasons).toContain('jobs belong to the platform');
    const unexplained = waysOut.filter(
      ({ reason }) => reason === null || reason.trim().split(/\s+/).length < FEWEST_WORDS,
    );
    expect(unexplained).toEqual([]);
  });

  it('is rare', () => {
    expect(new Set(waysOut.map(({ reason }) => reason)).size).toBeLessThanOrEqual(MAX_REASONS);
  });

  it('knows no other way: only the tenancy and database code names the setting, or uses a connection on its own', () => {
    const naming = (pattern: RegExp) =>
      sources.filter((source) => pattern.test(source.text)).map((source) => source.fileName);
    expect(naming(/app\.unscoped/)).toEqual([
      // The policies of a distributed database.
      'src/platform/database/distributed-schema.ts',
      // Before the service starts there is no unit of work yet; the statement states its reason itself.
      'src/platform/encryption/encryption-key.ts',
      'src/platform/tenancy/schema.ts',
      'src/platform/tenancy/set-scope.ts',
      'src/platform/tenancy/statement.ts',
    ]);
    expect(naming(/\bunscoped:/).filter((name) => !name.startsWith('src/platform/tenancy/'))).toEqual([
      'src/platform/context/request-context.ts',
    ]);
    expect(naming(/dataSource\b/i).filter((name) => !/^src\/platform\/(database|tenancy)\//.test(name))).toEqual([]);
  });
});

function sourceFiles(): ts.SourceFile[] {
  const root = resolve(__dirname, '../..');
  const names = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => posix.join('src', name.replaceAll(sep, '/')));
  return names
    .sort()
    .map((name) => ts.createSourceFile(name, readFileSync(resolve(root, name), 'utf8'), ts.ScriptTarget.Latest, true));
}

/** The texts that constants stand for, by file and name. */
function constantsOf(source: ts.SourceFile): [string, string][] {
  const found: [string, string][] = [];
  walk(source, (node) => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      ts.isStringLiteralLike(node.initializer)
    ) {
      found.push([`${source.fileName}:${node.name.text}`, node.initializer.text]);
    }
  });
  return found;
}

function waysOutOf(source: ts.SourceFile, constants: ReadonlyMap<string, string>): WayOut[] {
  const found: WayOut[] = [];
  walk(source, (node) => {
    const reason = reasonIn(node, source);
    if (reason === undefined) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ place: `${source.fileName}:${line + 1}`, reason: textOf(reason, source, constants) });
  });
  return found;
}

/** The expression that gives the reason, null when there is none, undefined when the node is no way out. */
function reasonIn(node: ts.Node, source: ts.SourceFile): ts.Expression | null | undefined {
  if (ts.isVariableDeclaration(node) && /^UnscopedListShape\b/.test(node.type?.getText(source) ?? '')) {
    const { initializer } = node;
    const member =
      initializer && ts.isObjectLiteralExpression(initializer)
        ? initializer.properties.find((property) => property.name?.getText(source) === 'reason')
        : undefined;
    return member && ts.isPropertyAssignment(member) ? member.initializer : null;
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const called = ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : node.expression.getText(source);
  if (WAYS_OUT.includes(called)) return node.arguments?.[0] ?? null;
  return node.expression.getText(source).endsWith('retention.register') ? (node.arguments?.[1] ?? null) : undefined;
}

function textOf(
  reason: ts.Expression | null,
  source: ts.SourceFile,
  constants: ReadonlyMap<string, string>,
): string | null {
  if (reason === null) return null;
  if (ts.isStringLiteralLike(reason)) return reason.text;
  if (!ts.isIdentifier(reason)) return null;
  const file = importedFrom(reason.text, source) ?? source.fileName;
  return constants.get(`${file}:${reason.text}`) ?? null;
}

/** The file that a name is imported from, or undefined when it is the file's own. */
function importedFrom(name: string, source: ts.SourceFile): string | undefined {
  const statement = source.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return (
      bindings !== undefined &&
      ts.isNamedImports(bindings) &&
      bindings.elements.some((element) => element.name.text === name)
    );
  });
  if (statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  return `${posix.join(posix.dirname(source.fileName), statement.moduleSpecifier.text)}.ts`;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
