import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { StreamModule } from '../../../platform/stream/stream.module';
import { ChangedRecords } from './changed-records';
import { ChangeReader } from './change-reader';
import { ChangeStreams } from './change-streams';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';

/** What has changed in an organization, in one order for all readers: as a list to go on from, and as a stream. */
@Module({
  imports: [DiscoveryModule, StreamModule],
  controllers: [ChangesController],
  providers: [ChangesService, ChangesRepository, ChangeReader, ChangedRecords, ChangeStreams],
})
export class ChangesModule {}
