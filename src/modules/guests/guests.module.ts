import { Module } from '@nestjs/common';
import { GuestBatchesService } from './guest-batches.service';
import { GuestCascadeHooks } from './guest-cascade-hooks.service';
import { GuestExportService } from './guest-export.service';
import { GuestImportRepository } from './guest-import.repository';
import { GuestImportService } from './guest-import.service';
import { GuestsController } from './guests.controller';
import { GuestRecorder } from './guest.recorder';
import { GuestsRepository } from './guests.repository';
import { GuestsService } from './guests.service';

@Module({
  controllers: [GuestsController],
  providers: [
    GuestsService,
    GuestsRepository,
    GuestRecorder,
    GuestCascadeHooks,
    GuestBatchesService,
    GuestImportService,
    GuestImportRepository,
    GuestExportService,
  ],
  exports: [GuestsService, GuestCascadeHooks],
})
export class GuestsModule {}
