export { ActingSessions } from './acting-sessions.service';
export { SessionCookies } from './session-cookies.service';
export { SessionCredentials } from './session-credentials.service';
export { SessionsModule } from './sessions.module';
export { SessionsService } from './sessions.service';
