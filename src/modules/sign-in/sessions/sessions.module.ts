import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
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
export class SessionsModule {
  @Ends('sessions') readonly ends: Enders = {
    ofUser: ({ userId, exceptSessionId }) => this.sessions.endAllOf(userId, exceptSessionId),
    ofMembership: ({ organizationId, userId }) => this.sessions.endAllIn(organizationId, userId),
  };

  constructor(private readonly sessions: SessionsService) {}
}
