import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DatabaseProbe } from '../database/database-probe';
import type { OpenDatabase } from '../database/open-database';
import { TenantDatabase } from './tenant-database';
import { TenantRows } from './tenant-rows';
import { UnitOfWork } from './unit-of-work';

/** Makes the database available to the domains, through the tenant's walls only. */
@Global()
@Module({})
export class TenancyModule {
  static forRoot(database: OpenDatabase): DynamicModule {
    return {
      module: TenancyModule,
      providers: [
        { provide: DatabaseProbe, useValue: new DatabaseProbe(database.dataSource) },
        {
          provide: TenantDatabase,
          inject: [CLOCK],
          useFactory: (clock: Clock) => new TenantDatabase(database, clock),
        },
        {
          provide: UnitOfWork,
          inject: [CLOCK],
          useFactory: (clock: Clock) =>
            new UnitOfWork(database.dataSource, database.autonomousWrites, database.limiter, clock),
        },
        TenantRows,
      ],
      exports: [DatabaseProbe, TenantDatabase, UnitOfWork, TenantRows],
    };
  }
}
