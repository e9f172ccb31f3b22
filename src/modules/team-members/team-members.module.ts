import { Module, type OnModuleInit } from '@nestjs/common';
import { UserInOrganizationErasureHooks } from '../../platform/erasure/user-erasure-hooks';
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
export class TeamMembersModule implements OnModuleInit {
  constructor(
    private readonly team: TeamMembersService,
    private readonly erasures: UserInOrganizationErasureHooks,
  ) {}

  onModuleInit(): void {
    this.erasures.register(({ id }) => this.team.forget(id));
  }
}
