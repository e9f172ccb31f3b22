import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller';
import { SessionsEvents } from './sessions.events';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

@Module({
  controllers: [SessionsController],
  providers: [SessionsRepository, SessionsEvents, SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
