import { Module } from '@nestjs/common';
import { StreamModule } from '../../../platform/stream/stream.module';
import { ChangeReader } from './change-reader';
import { ChangeStreams } from './change-streams';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';

/** What has changed in an organization, in one order for all readers: as a list to go on from, and as a stream. */
@Module({
  imports: [StreamModule],
  controllers: [ChangesController],
  providers: [ChangesService, ChangesRepository, ChangeReader, ChangeStreams],
})
export class ChangesModule {}
