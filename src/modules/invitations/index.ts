export { InvitationTokens } from './invitation-tokens.service';
export { InvitationsModule } from './invitations.module';
export type { Addressee } from './invitations.repository';
export { InvitationsService } from './invitations.service';
