import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { isOneOf, searched, type ListFilter } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut } from '../../../platform/database/table';
import { Vehicle } from './vehicle.entity';
import type { VehiclesQuery, VehicleView } from './vehicles.dto';

const VEHICLE = columnsOf(Vehicle, 'v');

const VEHICLE_ROW = selectAllBut(Vehicle, 'v', 'organizationId', 'search');

const FIND = findById(VEHICLE_ROW);
const LOCK_SHARED = findById(VEHICLE_ROW, 'FOR SHARE');
const LIST = {
  ...VEHICLE_ROW,
  sorts: { name: VEHICLE.search, createdAt: VEHICLE.createdAt, capacity: VEHICLE.capacity },
};

/** All queries of vehicles. */
@Injectable()
export class VehiclesRepository extends ScopedRepository<Vehicle> {
  constructor() {
    super(Vehicle);
  }

  find(id: string): Promise<VehicleView | null> {
    return this.byId(FIND, id);
  }

  list(query: VehiclesQuery): Promise<WalkedRows<VehicleView>> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched(VEHICLE.search, query.q));
    if (query.status) filters.push(isOneOf(VEHICLE.status, query.status));
    if (query.externalId) filters.push(isOneOf(VEHICLE.externalId, query.externalId));
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    if (query.updatedSince) filters.push({ sql: `${VEHICLE.updatedAt} >= ?`, values: [query.updatedSince] });
    return this.database.walkedList(LIST, filters, order, query);
  }

  /** The vehicle, with a shared lock until the unit of work ends: others may read it, but not change it. */
  async lockShared(id: string): Promise<VehicleView | null> {
    if (!isId(id)) return null;
    return (await this.unitOfWork.write(LOCK_SHARED, id)).rows[0] ?? null;
  }
}
