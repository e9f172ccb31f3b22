export { InvitationTokens } from './invitation-tokens.service';
export { InvitationsModule } from './invitations.module';
export type { Addressee } from './invitation-token';
export { InvitationsService } from './invitations.service';
