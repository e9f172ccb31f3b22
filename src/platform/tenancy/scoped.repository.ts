import { Inject } from '@nestjs/common';
import type { DeepPartial, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { isId } from '../../kernel/ids';
import { currentOrganizationId } from '../context/request-context';
import { InsertStatement } from './insert-statement';
import type { ScopedStatement } from './statement';
import { TenantDatabase } from './tenant-database';
import { UnitOfWork } from './unit-of-work';

/** A row that belongs to an organization. */
export interface TenantRow extends ObjectLiteral {
  id: string;
  organizationId: string;
}

/**
 * Base of the repositories of an organization's rows. Writes are stamped with the organization in scope and limited to
 * it: a caller can't name another one. Reads are statements of the repository itself, through {@link TenantDatabase}.
 * All writes happen inside a unit of work.
 */
export abstract class ScopedRepository<Row extends TenantRow> {
  @Inject(TenantDatabase) protected readonly database!: TenantDatabase;
  @Inject(UnitOfWork) protected readonly unitOfWork!: UnitOfWork;

  private insertion: InsertStatement | undefined;

  protected constructor(private readonly entity: EntityTarget<Row>) {}

  /**
   * The row that a statement finds for an id (`$2`), or null. A malformed id is not asked for: it is as unknown as any
   * other that does not exist.
   */
  protected byId<View extends ObjectLiteral>(statement: ScopedStatement, id: string): Promise<View | null> {
    return isId(id) ? this.database.row<View>(statement, id) : Promise.resolve(null);
  }

  /** Inserts a row into the organization in scope. */
  async insert(row: Omit<Row, 'organizationId'>): Promise<void> {
    const { client, manager } = this.unitOfWork.current;
    this.insertion ??= new InsertStatement(manager.connection.getMetadata(this.entity));
    await client.query(this.insertion.of({ ...row, organizationId: currentOrganizationId() }));
  }

  /** The row with this id, locked until the unit of work ends, or null when the organization has none. */
  lock(id: string): Promise<Row | null> {
    return this.manager.findOne(this.entity, { where: this.own(id), lock: { mode: 'pessimistic_write' } });
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
