import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { ActingSessions } from './acting-sessions.service';
import { SessionCookies } from './session-cookies.service';
import { SessionCredentials } from './session-credentials.service';
import { SessionsController } from './sessions.controller';
import { SessionRecorder } from './session.recorder';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

@Module({
  imports: [OrganizationsModule, MembersModule],
  controllers: [SessionsController],
  providers: [SessionsRepository, SessionRecorder, SessionsService, SessionCredentials, ActingSessions, SessionCookies],
  exports: [SessionsService, SessionCredentials, ActingSessions, SessionCookies],
})
export class SessionsModule implements OnModuleInit {
  constructor(
    private readonly revocations: Revocations,
    private readonly sessions: SessionsService,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('sessions', {
      ofUser: ({ userId, exceptSessionId }) => this.sessions.endAllOf(userId, exceptSessionId),
      ofMembership: ({ organizationId, userId }) => this.sessions.endAllIn(organizationId, userId),
    });
  }
}
