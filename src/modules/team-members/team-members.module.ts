import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TeamMembersController } from './team-members.controller';
import { TeamMemberRecorder } from './team-members.events';
import { TeamMembersRepository } from './team-members.repository';
import { TeamMembersService } from './team-members.service';

@Module({
  imports: [OrganizationsModule, EventsModule],
  controllers: [TeamMembersController],
  providers: [TeamMembersService, TeamMembersRepository, TeamMemberRecorder],
})
export class TeamMembersModule {}
