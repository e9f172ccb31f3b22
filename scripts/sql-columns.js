'use strict';
/**
 * Finds columns of our tables that statements name as text instead of taking them from the entity (`columnsOf`):
 *
 * - behind the alias of a table (`e.starts_at` where the file says `events e`),
 * - behind an alias that the file doesn't declare, and bare in a fragment, where the name has more than one word,
 * - bare where a statement writes (INSERT, ON CONFLICT, SET), and in one that reads nothing but tables.
 *
 * Columns of subqueries, of WITH and of functions are none of ours, nor is what stands in quotes. A literal that creates a
 * function of the database is part of the schema, as migrations are.
 */
const ts = require('typescript');

/** Behind these stands a table. */
const SOURCE = /\b(?:FROM|JOIN|USING|INTO|UPDATE)\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?([a-z]\w*))?/g;
/** A table and its alias behind a comma, or at the beginning of a fragment. */
const FURTHER_SOURCE = /(?:^|,)\s*(\w+)\s+(?:AS\s+)?([a-z]\w*)\b/g;
/** The columns that a statement writes, and those that a row must not share with another. */
const WRITTEN = [/\bINTO \w+(?: AS \w+)? \(([\w, ]+)/g, /\bON CONFLICT \(([\w, ]+)/g, /(?:\bSET|,) (\w+) =/g];
/** The columns of a subquery or a function, as in `unnest(…) AS w (id, name)`. */
const COLUMN_NAMES = /(?<!\bINTO \w+ )\bAS \w+ \(([\w, ]+)\)/g;
/** What names a subquery, a function's result or a computed source. */
const DERIVED =
  /(?:\)|\?|\bORDINALITY)\s+(?:AS\s+)?([a-z]\w*)|\bAS\s+([a-z]\w*)|\b([a-z]\w*)\s+AS\s+(?:MATERIALIZED\s+)?\(/g;

/** The tables of the entities among source files: the names of their columns by the names of the tables. */
function tablesOf(sources) {
  return new Map(sources.filter(({ fileName }) => fileName.endsWith('.entity.ts')).flatMap(tableOf));
}

function tableOf(source) {
  const table = /@Entity\(\{ name: '(\w+)'/.exec(source.text);
  const entity = source.statements.find((each) => ts.isClassDeclaration(each) && ts.getDecorators(each)?.length);
  if (table === null || entity === undefined) return [];
  return [[table[1], new Set(entity.members.filter(ts.isPropertyDeclaration).flatMap(columnOf))]];
}

function columnOf(property) {
  const column = (ts.getDecorators(property) ?? []).map((each) => each.getText()).find((text) => /Column\(/.test(text));
  if (column === undefined) return [];
  const given = /\bname: '(\w+)'/.exec(column)?.[1];
  return [given ?? property.name.getText().replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** The literals of a file that name a column as text, each with the first name that it has. */
function columnsAsText(source, tables) {
  const literals = literalsOf(source);
  const declared = literals.map(({ sql }) => sourcesOf(sql, tables));
  const file = { tables: new Map(declared.flatMap(({ tables: own }) => [...own])), derived: new Set() };
  for (const { derived } of declared) for (const alias of derived) file.derived.add(alias);
  return literals.flatMap(({ node, sql }, index) => {
    const name = behindAlias(sql, declared[index], file, tables) ?? bare(sql, declared[index], tables);
    return name === undefined ? [] : [{ node, name }];
  });
}

/** The literals of a file as SQL: `?` for what is computed, and nothing for what stands in quotes and for comments. */
function literalsOf(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isDecorator(node)) return;
    const text = textOf(node);
    if (text !== undefined && !/\bCREATE (?:OR REPLACE )?FUNCTION\b/.test(text))
      found.push({ node, sql: withoutQuotes(text) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('');
}

function withoutQuotes(text) {
  return text.replace(/--.*|'[^']*'|"[^"]*"/g, "''").replace(/\s+/g, ' ');
}

/** The aliases that a literal declares: of tables of ours, and of anything else. */
function sourcesOf(sql, tables) {
  const own = new Map();
  for (const pattern of [SOURCE, FURTHER_SOURCE])
    for (const [, table, alias] of sql.matchAll(pattern)) if (tables.has(table)) own.set(alias ?? table, table);
  const derived = new Set();
  for (const [, ...names] of sql.matchAll(DERIVED)) derived.add(names.find((name) => name !== undefined));
  for (const [, list] of sql.matchAll(COLUMN_NAMES)) for (const name of list.split(', ')) derived.add(name);
  for (const [, table, alias] of sql.matchAll(SOURCE)) {
    if (!tables.has(table)) derived.add(alias ?? table);
    else if (alias !== undefined && new RegExp(`\\b${table} AS ${alias}\\b`).test(sql)) derived.delete(alias);
  }
  return { tables: own, derived };
}

function behindAlias(sql, { tables: own, derived }, file, tables) {
  for (const [name, alias, column] of sql.matchAll(/(?<![\w.?/])([a-z]\w*)\.([a-z]\w*)\b(?!\.|\(|:(?!:))/g)) {
    if (derived.has(alias) || /^(?:excluded|app)$/i.test(alias)) continue;
    const table = own.get(alias) ?? file.tables.get(alias);
    if (table === undefined ? !file.derived.has(alias) && isColumn(column, tables) : tables.get(table).has(column))
      return name;
  }
  return undefined;
}

function bare(sql, { tables: own, derived }, tables) {
  if (!/[A-Z]{2}|[=<>]/.test(sql)) return undefined;
  const written = WRITTEN.flatMap((pattern) => [...sql.matchAll(pattern)].flatMap(([, list]) => list.split(/,\s*/)));
  const inOne = written.find((word) => [...own.values()].some((table) => tables.get(table).has(word)));
  if (inOne !== undefined) return inOne;
  const words = [...sql.matchAll(/(?<![\w.:?$])(?<!\bAS )(?<!:: ?)([a-z]\w*)\b(?! ?[.(])/g)].map(([, word]) => word);
  if (own.size === 0) return words.find((word) => isColumn(word, tables) && isCompared(sql, word));
  if (derived.size > 0) return undefined;
  const [table] = own.values();
  return words.find((word) => (own.size > 1 ? isColumn(word, tables) : word !== table && tables.get(table).has(word)));
}

const isColumn = (word, tables) => word.includes('_') && [...tables.values()].some((columns) => columns.has(word));
const isCompared = (sql, word) => new RegExp(`\\b${word} (?:=|<>|[<>]=?|IS|IN|BETWEEN|LIKE)(?: |$)`).test(sql);

module.exports = { columnsAsText, tablesOf };
