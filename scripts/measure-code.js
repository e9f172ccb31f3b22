#!/usr/bin/env node
'use strict';
/**
 * Counts what a reader of `src` must know: `npm run measure:code`. Another tree is measured by naming its folder, so that
 * two versions can be compared. `--names` says which files, functions, classes and entities are counted.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const ts = require('typescript');
const { columnsAsText, tablesOf } = require('./sql-columns');

const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const root = resolve(folder ?? join(__dirname, '..'));
const SQL = /^\s*(?:\(?\s*SELECT\b|INSERT INTO\b|UPDATE\s+\S+|DELETE FROM\b|WITH\s+\w+)/;
/** Calls at the start by which a module makes itself known to another. */
const REGISTRATIONS = new Set([
  'register',
  'registerOrganizations',
  'bind',
  'follow',
  'serve',
  'describe',
  'deleteRows',
]);
const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 50;
const MAX_COLLABORATORS = 6;

const files = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => readFile(join(root, 'src', name)));

function readFile(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const found = { functions: [], classes: [], nonNull: 0, sql: 0, onModuleInit: 0, registrations: 0, entities: [] };
  const visit = (node) => {
    if (ts.isNonNullExpression(node)) found.nonNull += 1;
    if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && SQL.test(node.text)) found.sql += 1;
    if (ts.isTemplateExpression(node) && SQL.test(node.head.text)) found.sql += 1;
    if (isFunction(node) && node.body) {
      const name = node.name?.getText(source) ?? '';
      found.functions.push({ name, lines: lineOf(node.end) - lineOf(node.getStart(source)) + 1 });
      if (name === 'onModuleInit') {
        found.onModuleInit += 1;
        found.registrations += callsIn(node.body, REGISTRATIONS);
      }
    }
    if (ts.isClassDeclaration(node)) {
      const constructor = node.members.find(ts.isConstructorDeclaration);
      found.classes.push({
        name: node.name?.text ?? '',
        collaborators: constructor?.parameters.length ?? 0,
        isOneThing: isController(node) || publicMethodsOf(node).length <= 1,
      });
      if (/@Entity\(/.test(node.getText(source).slice(0, 400))) found.entities.push(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path: relative(root, path), source, lines: text.split('\n').length - 1, text, ...found };
}

/** It only routes; see docs/ARCHITECTURE.md, "How much a class may need". */
function isController(node) {
  return (ts.getDecorators(node) ?? []).some(({ expression }) => expression.getText().startsWith('Controller('));
}

/** Those that others call: Nest calls its hooks. */
function publicMethodsOf(node) {
  return node.members.filter(
    (member) =>
      ts.isMethodDeclaration(member) &&
      (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0 &&
      !/^(on|before)(Module|Application)/.test(member.name.getText()),
  );
}

function isFunction(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node)
  );
}

function callsIn(body, names) {
  let count = 0;
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      names.has(node.expression.name.text)
    )
      count += 1;
    ts.forEachChild(node, visit);
  };
  visit(body);
  return count;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const all = (name) => files.flatMap((file) => file[name].map((each) => ({ ...each, path: file.path })));
const percentile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)];
const functions = all('functions');
const wide = all('classes').filter(({ collaborators }) => collaborators > MAX_COLLABORATORS);
const long = functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES);
const big = files.filter(({ lines }) => lines > MAX_LINES);
const unread = files
  .flatMap(({ entities, path }) => entities.map((name) => ({ name, path })))
  .filter(({ name, path }) => !files.some((file) => file.path !== path && new RegExp(`\\b${name}\\b`).test(file.text)));

const tables = tablesOf(files.map(({ source }) => source));
const texts = files.flatMap(({ path, source }) => columnsAsText(source, tables).map(({ name }) => ({ path, name })));

const rows = [
  ['files', files.length],
  ['lines', sum(files.map(({ lines }) => lines))],
  [
    'lines of a file, median',
    percentile(
      files.map(({ lines }) => lines),
      0.5,
    ),
  ],
  ['lines of a file, largest', Math.max(...files.map(({ lines }) => lines))],
  [
    'lines of a function, 99 %',
    percentile(
      functions.map(({ lines }) => lines),
      0.99,
    ),
  ],
  [`files of more than ${MAX_LINES} lines`, big.length],
  [`functions of more than ${MAX_FUNCTION_LINES} lines`, long.length],
  [`classes of more than ${MAX_COLLABORATORS} collaborators`, wide.length],
  ['of them with more than one operation', wide.filter(({ isOneThing }) => !isOneThing).length],
  ['literals of SQL', sum(files.map(({ sql }) => sql))],
  ['literals that name a column as text', texts.length],
  ['non-null assertions', sum(files.map(({ nonNull }) => nonNull))],
  ['onModuleInit', sum(files.map(({ onModuleInit }) => onModuleInit))],
  ['registrations in them', sum(files.map(({ registrations }) => registrations))],
  ['entities that no other file names', unread.length],
];
for (const [name, count] of rows) console.log(`${name.padEnd(44)}${String(count).padStart(8)}`);
if (process.argv.includes('--names')) {
  for (const { path, lines } of big) console.log(`${path}: ${lines} lines`);
  for (const { path, name, lines } of long) console.log(`${path} ${name}: ${lines} lines`);
  for (const { path, name, collaborators, isOneThing } of wide)
    console.log(`${path} ${name}: ${collaborators} collaborators${isOneThing ? ', one operation' : ''}`);
  for (const { path, name } of texts) console.log(`${path} ${name}: a column as text`);
  for (const { path, name } of unread) console.log(`${path} ${name}: no reader`);
}
