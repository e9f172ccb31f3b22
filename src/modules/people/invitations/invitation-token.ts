import { DAY_MS } from '../../../kernel/durations';
import { select, type RowOf } from '../../../platform/database/table';
import { TokenKind } from '../../../platform/tokens/one-time-tokens';
import { Invitation } from './invitation.entity';

/** How long an invitation is good for, from the last time it was sent. */
export const INVITATION_DAYS = 7;

const ADDRESSEE = select(Invitation, 't', 'id', 'organizationId', 'email')
  .and<{ organizationName: string }>('o.name AS "organizationName"')
  .joined(
    `invitations t JOIN organizations o ON o.id = t.organization_id AND o.status = 'active' AND o.deleted_at IS NULL`,
  );

/** The person an invitation invites, and the organization. */
export type Addressee = RowOf<typeof ADDRESSEE>;

/** The tokens in e-mails of invitations. An invitation that is accepted or revoked is not pending: its token is over. */
export const INVITATION_TOKEN = new TokenKind('a token says which organization it invites to', Invitation, {
  hash: 'tokenHash',
  lifetimeMs: INVITATION_DAYS * DAY_MS,
  found: ADDRESSEE,
  condition: `t.status = 'pending'`,
});
