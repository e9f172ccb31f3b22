import { Module } from '@nestjs/common';
import { GuestEndings } from './guest-endings.service';
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
    GuestEndings,
    GuestImportService,
    GuestImportRepository,
    GuestExportService,
  ],
  exports: [GuestsService, GuestEndings],
})
export class GuestsModule {}
