import { Module } from '@nestjs/common';
import { GuestBatchesService } from './guest-batches.service';
import { GuestErasure } from './guest-erasure.service';
import { GuestExportService } from './guest-export.service';
import { GuestImportService } from './guest-import.service';
import { GuestPersonalDataController } from './guest-personal-data.controller';
import { GuestRowsRepository } from './guest-rows.repository';
import { GuestRows } from './guest-rows.service';
import { GuestsController } from './guests.controller';
import { GuestsRepository } from './guests.repository';
import { GuestsService } from './guests.service';
import { PersonalDataFiles } from './personal-data-files';

@Module({
  controllers: [GuestsController, GuestPersonalDataController],
  providers: [
    GuestsService,
    GuestsRepository,
    GuestBatchesService,
    GuestImportService,
    GuestRows,
    GuestRowsRepository,
    GuestExportService,
    GuestErasure,
    PersonalDataFiles,
  ],
  exports: [GuestsService, GuestErasure, PersonalDataFiles],
})
export class GuestsModule {}
