import { Inject } from '@nestjs/common';
import type { DeepPartial, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { isId } from '../../kernel/ids';
import { currentOrganizationId } from '../context/request-context';
import { ScopedStatement } from './statement';
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
export abstract class ScopedRepository<Row extends TenantRow> {
  @Inject(TenantDatabase) protected readonly database: TenantDatabase;
  @Inject(UnitOfWork) protected readonly unitOfWork: UnitOfWork;

  private locking: ScopedStatement | undefined;

  protected constructor(private readonly entity: EntityTarget<Row>) {}

  /**
   * The row that a statement finds for an id (`$2`), or null. A malformed id gives null too, without asking the
   * database.
   */
  protected byId<View extends ObjectLiteral>(statement: ScopedStatement, id: string): Promise<View | null> {
    return isId(id) ? this.database.row<View>(statement, id) : Promise.resolve(null);
  }

  /** Inserts a row into the organization in scope. */
  async insert(row: Omit<Row, 'organizationId'>): Promise<void> {
    await this.unitOfWork.insert(this.entity, { ...row, organizationId: currentOrganizationId() } as Row);
  }

  /**
   * Locks the row with this id until the unit of work ends; nobody can insert a row that refers to it meanwhile.
   *
   * @returns whether the organization has such a row
   */
  async lock(id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const { tableName } = this.manager.connection.getMetadata(this.entity);
    this.locking ??= new ScopedStatement(
      `SELECT id FROM "${tableName}" WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    );
    return (await this.unitOfWork.write(this.locking, id)).rows.length > 0;
  }

  /** Writes the given columns of a row; says whether there was one. */
  async update(id: string, changes: DeepPartial<Omit<Row, 'id' | 'organizationId'>>): Promise<boolean> {
    const { id: _id, organizationId: _organizationId, ...allowed } = changes as Partial<Row>;
    const result = await this.manager.update(this.entity, this.own(id), allowed as QueryDeepPartialEntity<Row>);
    return (result.affected ?? 0) > 0;
  }

  /** Deletes a row; says whether there was one. */
  async delete(id: string): Promise<boolean> {
    const result = await this.manager.delete(this.entity, this.own(id));
    return (result.affected ?? 0) > 0;
  }

  private own(id: string): FindOptionsWhere<Row> {
    return { id, organizationId: currentOrganizationId() } as FindOptionsWhere<Row>;
  }

  private get manager() {
    return this.unitOfWork.current.manager;
  }
}
