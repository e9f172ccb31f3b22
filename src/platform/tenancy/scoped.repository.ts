import { Inject } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { isId } from '../../kernel/ids';
import { currentOrganizationId } from '../context/request-context';
import { ScopedStatement } from './statement';
import { tableOf, type EntityClass } from '../database/table';
import { TenantDatabase } from './tenant-database';
import { UnitOfWork } from './unit-of-work';

/** A row that belongs to an organization. */
interface TenantRow extends ObjectLiteral {
  id: string;
  organizationId: string;
}

/**
 * Base of the repositories of an organization's rows. Writes are stamped with the organization in scope and limited to
 * it: a caller can't name another one. Reads are statements of the repository itself, through {@link TenantDatabase},
 * and so are some writes, through {@link UnitOfWork.write}. All writes happen inside a unit of work.
 */
export abstract class ScopedRepository<Entity extends TenantRow> {
  @Inject(TenantDatabase) protected readonly database: TenantDatabase;
  @Inject(UnitOfWork) protected readonly unitOfWork: UnitOfWork;

  private readonly locking: ScopedStatement;

  protected constructor(private readonly entity: EntityClass<Entity>) {
    const { name, fields } = tableOf(entity);
    this.locking = new ScopedStatement(
      `SELECT ${fields.id} FROM "${name}" WHERE ${fields.organizationId} = $1 AND ${fields.id} = $2 FOR UPDATE`,
    );
  }

  /**
   * The row that a statement finds for an id (`$2`), or null. A malformed id gives null too, without asking the
   * database.
   */
  protected byId<Row extends ObjectLiteral>(statement: ScopedStatement<Row>, id: string): Promise<Row | null> {
    return isId(id) ? this.database.row(statement, id) : Promise.resolve(null);
  }

  /** Inserts a row into the organization in scope. */
  async insert(row: Omit<Entity, 'organizationId'>): Promise<void> {
    await this.unitOfWork.insert(this.entity, { ...row, organizationId: currentOrganizationId() } as Entity);
  }

  /**
   * Locks the row with this id until the unit of work ends; no row that refers to it can be inserted meanwhile.
   *
   * @returns whether the organization has such a row
   */
  async lock(id: string): Promise<boolean> {
    return isId(id) && (await this.unitOfWork.write(this.locking, id)).rows.length > 0;
  }

  /** Writes the given columns of a row; says whether there was one. */
  update(id: string, changes: Partial<Omit<Entity, 'id' | 'organizationId'>>): Promise<boolean> {
    const { id: _id, organizationId: _organizationId, ...allowed } = changes as Partial<Entity>;
    return this.unitOfWork.update(this.entity, this.own(id), allowed as Partial<Entity>);
  }

  /** Deletes a row; says whether there was one. */
  delete(id: string): Promise<boolean> {
    return this.unitOfWork.delete(this.entity, this.own(id));
  }

  private own(id: string): Partial<Entity> {
    return { id, organizationId: currentOrganizationId() } as Partial<Entity>;
  }
}
