import { DAY_MS } from '../../../kernel/durations';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TokenKind } from '../../../platform/tokens/one-time-tokens';
import { Invitation } from './invitation.entity';
import { Organization } from '../organizations/organization.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const INVITATION = columnsOf(Invitation, 't');

/** How long an invitation is good for, from the last time it was sent. */
export const INVITATION_DAYS = 7;

const ADDRESSEE = select(Invitation, 't', 'id', 'organizationId', 'email')
  .and<{ organizationName: string }>(`${ORGANIZATION.name} AS "organizationName"`)
  .joined(
    `invitations t
     JOIN organizations o ON ${ORGANIZATION.id} = ${INVITATION.organizationId} AND ${ORGANIZATION.status} = 'active'
       AND ${ORGANIZATION.deletedAt} IS NULL`,
  );

/** The person an invitation invites, and the organization. */
export type Addressee = RowOf<typeof ADDRESSEE>;

/** The tokens in e-mails of invitations. An invitation that is accepted or revoked is not pending: its token is over. */
export const INVITATION_TOKEN = new TokenKind('a token says which organization it invites to', Invitation, {
  hash: 'tokenHash',
  lifetimeMs: INVITATION_DAYS * DAY_MS,
  found: ADDRESSEE,
  condition: `${INVITATION.status} = 'pending'`,
});
