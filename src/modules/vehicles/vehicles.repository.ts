import { Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { searched, type ListFilter, type ListShape } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { Vehicle } from './vehicle.entity';
import type { VehiclesQuery, VehicleView } from './vehicles.dto';

const COLUMNS = `v.id, v.name, v.type, v.plate_number AS "plateNumber", v.capacity, v.status,
  v.driver_name AS "driverName", v.driver_phone AS "driverPhone", v.notes,
  v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM vehicles v WHERE v.organization_id = $1 AND v.id = $2`);

const LOCK_SHARED = new ScopedStatement(
  `SELECT ${COLUMNS} FROM vehicles v WHERE v.organization_id = $1 AND v.id = $2 FOR SHARE`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'vehicles v',
  organization: 'v.organization_id',
  id: 'v.id',
  sorts: { name: 'v.search', createdAt: 'v.created_at', capacity: 'v.capacity' },
};

/** All queries of vehicles. */
@Injectable()
export class VehiclesRepository extends ScopedRepository<Vehicle> {
  constructor() {
    super(Vehicle);
  }

  find(id: string): Promise<VehicleView | null> {
    return this.byId<VehicleView>(FIND, id);
  }

  list(query: VehiclesQuery): Promise<{ rows: VehicleView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched('v.search', query.q));
    if (query.status) filters.push({ sql: 'v.status = ?', values: [query.status] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.list<VehicleView>(LIST, filters, order, query);
  }

  /** The vehicle, shared until the unit of work ends: others may share it too, but nobody changes it. */
  async lockShared(id: string): Promise<VehicleView | null> {
    if (!isId(id)) return null;
    return (await this.unitOfWork.write<VehicleView>(LOCK_SHARED, id)).rows[0] ?? null;
  }
}
