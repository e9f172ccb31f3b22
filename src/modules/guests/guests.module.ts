import { Module } from '@nestjs/common';
import { GuestBatchesService } from './guest-batches.service';
import { GuestCascadeHooks } from './guest-cascade-hooks.service';
import { GuestErasureHooks, GuestErasureLocks } from './guest-erasure-hooks.service';
import { GuestErasure } from './guest-erasure.service';
import { GuestExportService } from './guest-export.service';
import { GuestImportRepository } from './guest-import.repository';
import { GuestImportService } from './guest-import.service';
import { GuestPersonalDataController } from './guest-personal-data.controller';
import { GuestPersonalDataSources } from './guest-personal-data-sources';
import { GuestsController } from './guests.controller';
import { GuestsRepository } from './guests.repository';
import { GuestsService } from './guests.service';
import { PersonalDataFiles } from './personal-data-files';

@Module({
  controllers: [GuestsController, GuestPersonalDataController],
  providers: [
    GuestsService,
    GuestsRepository,
    GuestCascadeHooks,
    GuestBatchesService,
    GuestImportService,
    GuestImportRepository,
    GuestExportService,
    GuestErasure,
    GuestErasureHooks,
    GuestErasureLocks,
    PersonalDataFiles,
    GuestPersonalDataSources,
  ],
  exports: [
    GuestsService,
    GuestCascadeHooks,
    GuestErasure,
    GuestErasureHooks,
    GuestErasureLocks,
    GuestPersonalDataSources,
    PersonalDataFiles,
  ],
})
export class GuestsModule {}
