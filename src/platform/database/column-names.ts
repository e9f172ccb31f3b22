import { DefaultNamingStrategy } from 'typeorm';

/** How TypeORM names the column of a property that says nothing else: `startDate` is `start_date`. */
export class ColumnNames extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return given ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
