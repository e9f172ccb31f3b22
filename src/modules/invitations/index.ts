export { InvitationTokens } from './invitation-tokens.service';
export { InvitationsModule } from './invitations.module';
