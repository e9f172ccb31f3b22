import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { MembersModule } from '../members';
import { TeamMembersController } from './team-members.controller';
import { TeamMemberRecorder } from './team-member.recorder';
import { TeamMembersRepository } from './team-members.repository';
import { TeamMembersService } from './team-members.service';

@Module({
  imports: [MembersModule, EventsModule],
  controllers: [TeamMembersController],
  providers: [TeamMembersService, TeamMembersRepository, TeamMemberRecorder],
})
export class TeamMembersModule {}
