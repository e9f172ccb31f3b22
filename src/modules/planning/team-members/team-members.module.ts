import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { GuestsModule } from '../guests';
import { MembersModule } from '../../people/members';
import { ContactErasure } from './contact-erasure.service';
import { ContactPrivacyController } from './contact-privacy.controller';
import { TeamMembersController } from './team-members.controller';
import { TeamMemberRecorder } from './team-member.recorder';
import { TeamMembersRepository } from './team-members.repository';
import { TeamMembersService } from './team-members.service';

@Module({
  imports: [MembersModule, EventsModule, GuestsModule],
  controllers: [TeamMembersController, ContactPrivacyController],
  providers: [TeamMembersService, ContactErasure, TeamMembersRepository, TeamMemberRecorder],
  exports: [TeamMembersService, ContactErasure],
})
export class TeamMembersModule {}
