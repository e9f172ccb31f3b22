import type { ObjectLiteral } from 'typeorm';
import { columnOf, tableOf, type Column, type EntityClass } from '../database/table';

/**
 * Some columns of many rows, which a statement gets as one list of values for each column: names and types come from the
 * entity. A list is sent as one text, each entry after a line break, which no entry may contain: unnest would flatten a
 * list of lists.
 */
export class ManyRows<Entity extends ObjectLiteral, Property extends keyof Entity & string> {
  /** The rows as a table `w`, to stand after FROM. */
  readonly source: string;
  /** The names of the columns, for INSERT. */
  readonly columns: string;
  /** Their values in a row of `w`, in the same order. */
  readonly selected: string;
  private readonly chosen: readonly Column[];

  /** @param properties in any order; `$2` and following are their values, as {@link values} gives them */
  constructor(entity: EntityClass<Entity>, properties: readonly Property[]) {
    this.chosen = properties.map((property) => columnOf(entity, property));
    const names = this.chosen.map(({ name }) => name).join(', ');
    const lists = this.chosen.map(({ type, list }, index) => `$${index + 2}::${list ? 'text' : type}[]`);
    this.source = `unnest(${lists.join(', ')}) AS w (${names})`;
    this.columns = names;
    this.selected = this.chosen.map(valueOf).join(', ');
  }

  /** All columns of a table but some. */
  static allBut<Entity extends ObjectLiteral, Excluded extends keyof Entity & string>(
    entity: EntityClass<Entity>,
    ...excluded: readonly Excluded[]
  ): ManyRows<Entity, Exclude<keyof Entity & string, Excluded>> {
    const properties = tableOf(entity).columns.map(({ property }) => property);
    const chosen = properties.filter((property) => !(excluded as readonly string[]).includes(property));
    return new ManyRows(entity, chosen as Exclude<keyof Entity & string, Excluded>[]);
  }

  /** The same as {@link assignments} for all columns but these. */
  assignmentsOfAllBut(source: 'w' | 'excluded', ...excluded: readonly Property[]): string {
    const properties = this.chosen.map(({ property }) => property as Property);
    return this.assignments(source, ...properties.filter((property) => !excluded.includes(property)));
  }

  /** For UPDATE: each of these columns as it is in a row of `w`, or in the row that an INSERT would have made. */
  assignments(source: 'w' | 'excluded', ...properties: readonly Property[]): string {
    const wanted = this.chosen.filter(({ property }) => (properties as readonly string[]).includes(property));
    return wanted
      .map((column) => `${column.name} = ${source === 'w' ? valueOf(column) : `excluded.${column.name}`}`)
      .join(', ');
  }

  /** The parameters of a statement with these rows, from `$2` on. */
  values(rows: readonly { readonly [Key in Property]: unknown }[]): unknown[][] {
    return this.chosen.map(({ property, list, json }) =>
      rows.map((row) => {
        const value = row[property as Property];
        // The driver would take a document that is a list for a list of values.
        if (json) return value == null ? value : JSON.stringify(value);
        return list ? (value as readonly string[]).map((entry) => `\n${entry}`).join('') : value;
      }),
    );
  }
}

function valueOf({ name, list }: Column): string {
  return list ? `(string_to_array(w.${name}, E'\\n'))[2:]` : `w.${name}`;
}
