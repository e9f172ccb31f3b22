export { InvitationTokens } from './invitation-tokens.service';
export { InvitationsModule } from './invitations.module';
export type { Addressee } from './invitation-token';
export { InvitationErasure } from './invitation-erasure';
