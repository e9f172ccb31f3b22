import { getMetadataArgsStorage, type ObjectLiteral } from 'typeorm';
import { ColumnNames } from './column-names';

export type EntityClass<Entity extends ObjectLiteral> = new () => Entity;

/**
 * An entity as a statement reads it: timestamps come as the ISO 8601 text that the API shows (see `valueParsers` in
 * platform/database/connection.ts); everything else has the entity's own type.
 */
export type Row<Entity> = { [Property in keyof Entity]: Entity[Property] extends infer Value ? Read<Value> : never };
type Read<Value> = Value extends Date ? string : Value;

/** A column of a table, as its entity declares it. */
export interface Column {
  readonly property: string;
  readonly name: string;
  /** Whether PostgreSQL itself computes its value. */
  readonly generated: boolean;
  /** Whether every UPDATE counts it up. */
  readonly counted: boolean;
  /** Whether values are sent as JSON text. */
  readonly json: boolean;
  /** PostgreSQL's type, of a list that of its entries. */
  readonly type: string;
  readonly list: boolean;
}

/** What an entity declares of its table; the one definition of it besides the migrations. */
export interface Table<Entity = ObjectLiteral> {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The names of the columns by their properties, for statements written by hand: a renamed property fails to compile. */
  readonly fields: Readonly<Record<keyof Entity & string, string>>;
}

const tables = new Map<EntityClass<ObjectLiteral>, Table>();
const names = new ColumnNames();

/** The table of an entity. Its decorators suffice: repositories write their statements before any connection is open. */
export function tableOf<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): Table<Entity> {
  let table = tables.get(entity);
  if (table === undefined) tables.set(entity, (table = read(entity)));
  return table as Table<Entity>;
}

function read(entity: EntityClass<ObjectLiteral>): Table {
  const declared = getMetadataArgsStorage();
  const [table] = declared.filterTables(entity);
  if (table?.name === undefined) throw new Error(`${entity.name} names no table.`);
  const columns = declared.filterColumns(entity).map(({ propertyName: property, options, mode }) => ({
    property,
    name: names.columnName(property, options.name),
    generated: options.insert === false,
    counted: mode === 'version',
    json: !options.array && (options.type === 'json' || options.type === 'jsonb'),
    type: String(options.type),
    list: options.array === true,
  }));
  return {
    name: table.name,
    columns,
    fields: Object.fromEntries(columns.map(({ property, name }) => [property, name])),
  };
}

/** The column of a property. @throws Error where the entity has no such property */
export function columnOf<Entity extends ObjectLiteral>(
  entity: EntityClass<Entity>,
  property: keyof Entity & string,
): Column {
  const column = tableOf(entity).columns.find((known) => known.property === property);
  if (column === undefined) throw new Error(`${entity.name} has no property ${property}.`);
  return column;
}

/**
 * The columns of an entity by their properties, behind an alias such as `g.created_at` or, without one, as bare names:
 * for parts of statements that are written by hand, where a renamed property then fails to compile.
 */
export function columnsOf<Entity extends ObjectLiteral>(
  entity: EntityClass<Entity>,
  alias?: string,
): Readonly<Record<keyof Entity & string, string>> {
  const { columns, fields } = tableOf(entity);
  if (alias === undefined) return fields;
  const named = Object.fromEntries(columns.map(({ property, name }) => [property, `${alias}.${name}`]));
  return named as Record<keyof Entity & string, string>;
}

/** The names of some columns of an entity, in the given order: for INSERT. */
export function columnList<Entity extends ObjectLiteral>(
  entity: EntityClass<Entity>,
  ...properties: readonly (keyof Entity & string)[]
): string {
  return properties.map((property) => columnOf(entity, property).name).join(', ');
}

/** A row with its columns in the order of their table, as statements select them. */
export function inColumnOrder<Entity extends ObjectLiteral, Given extends Partial<Record<keyof Entity, unknown>>>(
  entity: EntityClass<Entity>,
  row: Given,
): Given {
  const columns = tableOf(entity).columns.filter(({ property }) => property in row);
  return Object.fromEntries(columns.map(({ property }) => [property, row[property]])) as Given;
}

/**
 * What a statement selects, and the row that it gets: columns of one table and whatever is added to them. Spread into
 * the shape of a list it gives the list's columns, table, id and organization.
 */
export class Selection<Selected> {
  /** Exists for the compiler alone: the row that the columns make. */
  declare readonly row?: Selected;

  constructor(
    /** The select list. */
    readonly columns: string,
    /** The table with its alias. */
    readonly from: string,
    /** The column of the row's id. */
    readonly id: string,
    /** The column of the row's organization, if it belongs to one. */
    readonly organization: string,
  ) {}

  /** With further columns: a joined table's, or SQL whose types the caller states. */
  and<Further>(further: Selection<Further> | string): Selection<Selected & Further> {
    const columns = typeof further === 'string' ? further : further.columns;
    return new Selection(`${this.columns}, ${columns}`, this.from, this.id, this.organization);
  }

  /** The same columns of joined tables. @param from the table and its joins */
  joined(from: string): Selection<Selected> {
    return new Selection(this.columns, from, this.id, this.organization);
  }
}

/** The row of a selection. */
export type RowOf<Source> = Source extends Selection<infer Selected> ? Selected : never;

/** Selects all columns of an entity's table. */
export function selectAll<Entity extends ObjectLiteral>(
  entity: EntityClass<Entity>,
  alias: string,
): Selection<Row<Entity>> {
  return selection(entity, alias, tableOf(entity).columns);
}

/** Selects some columns of an entity's table, in the given order. */
export function select<Entity extends ObjectLiteral, Property extends keyof Entity & string>(
  entity: EntityClass<Entity>,
  alias: string,
  ...properties: readonly Property[]
): Selection<Row<Pick<Entity, Property>>> {
  return selection(
    entity,
    alias,
    properties.map((property) => columnOf(entity, property)),
  );
}

/** Selects all columns of an entity's table but some. */
export function selectAllBut<Entity extends ObjectLiteral, Property extends keyof Entity & string>(
  entity: EntityClass<Entity>,
  alias: string,
  ...excluded: readonly Property[]
): Selection<Row<Omit<Entity, Property>>> {
  const { columns } = tableOf(entity);
  const chosen = columns.filter(({ property }) => !(excluded as readonly string[]).includes(property));
  return selection(entity, alias, chosen);
}

function selection<Selected>(
  entity: EntityClass<ObjectLiteral>,
  alias: string,
  columns: readonly Column[],
): Selection<Selected> {
  const list = columns.map(({ property, name }) => `${alias}.${name}${property === name ? '' : ` AS "${property}"`}`);
  return new Selection(list.join(', '), `${tableOf(entity).name} ${alias}`, `${alias}.id`, `${alias}.organization_id`);
}
