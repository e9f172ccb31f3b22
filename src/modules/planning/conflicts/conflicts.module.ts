import { Module } from '@nestjs/common';
import { UsersModule } from '../../people/users';
import { EventsModule } from '../events';
import { ConflictsController } from './conflicts.controller';
import { ConflictsRepository } from './conflicts.repository';
import { ConflictsService } from './conflicts.service';

@Module({
  imports: [EventsModule, UsersModule],
  controllers: [ConflictsController],
  providers: [ConflictsRepository, ConflictsService],
  exports: [ConflictsService],
})
export class ConflictsModule {}
