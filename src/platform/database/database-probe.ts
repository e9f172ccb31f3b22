import type { DataSource } from 'typeorm';

/** What the service asks of its database as a whole. It shows no rows. */
export class DatabaseProbe {
  constructor(private readonly dataSource: DataSource) {}

  /** How many migrations this version has. */
  get migrationCount(): number {
    return this.dataSource.migrations.length;
  }

  /** Asks for nothing, on a connection for changes. Rejects when the database is away. */
  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }
}
