import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { GuestListsController } from './guest-lists.controller';
import { GuestListsRepository } from './guest-lists.repository';
import { GuestListsService } from './guest-lists.service';

@Module({
  imports: [EventsModule],
  controllers: [GuestListsController],
  providers: [GuestListsService, GuestListsRepository],
  exports: [GuestListsService],
})
export class GuestListsModule {}
