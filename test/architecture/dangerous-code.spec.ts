import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');
/** What runs in production: the service, and in browsers the dashboard with the client and the script of the pages. */
const FOLDERS = ['src', 'dashboard/src', 'packages/client/src', 'packages/csv/src'];
/** Modules that run text as code. */
const CODE_FROM_TEXT = ['vm', 'node:vm'];
const PROCESSES = ['child_process', 'node:child_process'];
/** Modules that encrypt, sign, hash or make random numbers. */
const CRYPTOGRAPHY = ['crypto', 'node:crypto', '@node-rs/argon2', 'otpauth', '@simplewebauthn/server', 'openid-client'];
/** Properties of the DOM that take text for HTML. */
const HTML_FROM_TEXT = /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b|\bdocument\.write/;
/** Patterns that are put together when the process starts, of constants and of its own paths and tables. */
const BUILT_PATTERNS = [
  'src/kernel/codes.ts',
  'src/kernel/money.ts',
  'src/kernel/search-text.ts',
  'src/kernel/unlinked.ts',
  'src/modules/planning/guests/pasted.ts',
  'src/modules/sign-in/api-keys/key-text.ts',
  'src/platform/mail/mail-throttle.ts',
  'src/platform/records/record-kind.ts',
  'src/platform/routes/route-table.ts',
  'src/platform/tenancy/shards.ts',
  'dashboard/src/shared/folded.ts',
  'packages/csv/src/guard.ts',
];

const sources = FOLDERS.flatMap(filesIn).map(parsed);
const filesThat = (is: (source: ts.SourceFile) => boolean) => sources.filter(is).map(({ fileName }) => fileName);

describe('code that runs', () => {
  it('is all looked at', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.map(({ fileName }) => fileName)).toEqual(
      expect.arrayContaining(['src/main.ts', 'dashboard/src/main.tsx', 'src/platform/pages/assets/page.js']),
    );
  });

  it('makes no code of text', () => {
    expect(filesThat((source) => importsOf(source).some((name) => CODE_FROM_TEXT.includes(name)))).toEqual([]);
    expect(filesThat((source) => has(source, isCodeFromText))).toEqual([]);
  });

  it('makes no HTML of text', () => {
    expect(filesThat(({ text }) => HTML_FROM_TEXT.test(text))).toEqual([]);
  });

  it('starts no other program but the embedded PostgreSQL, and none by a shell', () => {
    const starters = filesThat((source) => importsOf(source).some((name) => PROCESSES.includes(name)));
    expect(starters.length).toBeGreaterThan(0);
    expect(starters.filter((name) => !name.startsWith('src/platform/embedded-postgres/'))).toEqual([]);
    const shells = filesThat((source) => has(source, isShell));
    expect(shells).toEqual([]);
  });

  it('makes regular expressions of nothing that was sent', () => {
    expect(filesThat((source) => has(source, isBuiltPattern))).toEqual(BUILT_PATTERNS);
  });

  it('keeps nobody from pasting, not even a password', () => {
    expect(filesThat(({ text }) => /\bonPaste\b|\bonpaste\b|['"]paste['"]/.test(text))).toEqual([]);
  });

  it('takes no messages of other windows', () => {
    expect(
      filesThat(({ text }) => /\b(window|self|parent|opener|top)\b[^;\n]*\.(postMessage|onmessage)\b/.test(text)),
    ).toEqual([]);
    expect(filesThat(({ text }) => /(?<!channel\.)addEventListener\('message'/.test(text))).toEqual([]);
  });
});

describe('the inventory of cryptography', () => {
  const inventory = readFileSync(resolve(ROOT, 'docs/security-inventory.md'), 'utf8');
  const named = [...inventory.matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, name]) => name!);
  const users = filesThat((source) => importsOf(source).some((name) => CRYPTOGRAPHY.includes(name)));

  it('names every file that encrypts, signs, hashes or makes random numbers', () => {
    expect(users.length).toBeGreaterThan(20);
    expect(users.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names no file that is not there', () => {
    expect(named.filter((name) => !existsSync(resolve(ROOT, name)))).toEqual([]);
  });

  it('knows all purposes that keys are derived for', () => {
    const purposes = sources.flatMap(({ text }) =>
      [...text.matchAll(/'tour-events ([a-z ]+)'/g)].map(([, what]) => what!),
    );
    expect(purposes.length).toBeGreaterThan(5);
    expect(purposes.filter((purpose) => !inventory.includes(purpose))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => posix.join(folder, name.replaceAll(sep, '/')))
    .filter((name) => !name.includes('/generated/'))
    .sort();
}

function parsed(name: string): ts.SourceFile {
  return ts.createSourceFile(name, readFileSync(resolve(ROOT, name), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The modules that a file takes in, whether at once or when they are needed, and not for their types alone. */
function importsOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    if (
      ts.isImportDeclaration(node) &&
      node.importClause?.isTypeOnly !== true &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      found.push(node.moduleSpecifier.text);
    if (!ts.isCallExpression(node)) return;
    const [name] = node.arguments;
    const isImport =
      node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText(source) === 'require';
    if (isImport && name !== undefined && ts.isStringLiteral(name)) found.push(name.text);
  });
  return found;
}

const calledName = (node: ts.Node): string | undefined =>
  (ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)
    ? node.expression.text
    : undefined;

/** `eval(text)`, `Function(text)` and timers that are given text. */
function isCodeFromText(node: ts.Node): boolean {
  const name = calledName(node);
  if (name === 'eval' || name === 'Function') return true;
  if (name !== 'setTimeout' && name !== 'setInterval') return false;
  const [first] = (node as ts.CallExpression).arguments;
  return first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
}

/** `RegExp(…)` of anything but a literal. */
function isBuiltPattern(node: ts.Node): boolean {
  if (calledName(node) !== 'RegExp') return false;
  const [pattern] = (node as ts.NewExpression).arguments ?? [];
  return pattern !== undefined && !ts.isStringLiteralLike(pattern) && !ts.isRegularExpressionLiteral(pattern);
}

/** `{ shell: … }`, or `exec`, which needs one. */
function isShell(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return node.name.getText() === 'shell';
  return ts.isImportSpecifier(node) && ['exec', 'execSync'].includes((node.propertyName ?? node.name).text);
}

function has(source: ts.SourceFile, is: (node: ts.Node) => boolean): boolean {
  let found = false;
  walk(source, (node) => (found ||= is(node)));
  return found;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
