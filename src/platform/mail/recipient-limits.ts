import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { HOUR_MS } from '../../kernel/durations';
import { emailKey } from '../../kernel/email';
import { networkOf } from '../context/network';
import { currentContext } from '../context/request-context';
import { named } from '../database/named';
import { tableOf } from '../database/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { MAIL_REASON } from './mail-queue';
import { MailRecipientCount } from './mail-recipient-count.entity';
import { MailboxKeys } from './mailbox-keys';

/** The most mails that an address gets within an hour. */
const MAX_PER_ADDRESS = 10;
/** How many of those one network may ask for: a stranger alone can't keep the owner of the address from getting one. */
const MAX_PER_NETWORK = 6;

const { recipientKey, mails, windowEndsAt } = tableOf(MailRecipientCount).fields;

// The address's own count comes second, and only where the network's allows it: what is not sent uses nothing up.
const counting = (key: string, limit: string, condition: string) => `
    INSERT INTO mail_recipient_counts AS c (${recipientKey}, ${mails}, ${windowEndsAt})
    SELECT ${key}, 1, $4::timestamptz WHERE ${condition}
    ON CONFLICT (${recipientKey}) DO UPDATE SET
      ${mails} = CASE WHEN c.${windowEndsAt} <= $3 THEN 1 ELSE c.${mails} + 1 END,
      ${windowEndsAt} = CASE WHEN c.${windowEndsAt} <= $3 THEN $4 ELSE c.${windowEndsAt} END
    WHERE c.${windowEndsAt} <= $3 OR c.${mails} < ${limit}
    RETURNING ${mails}`;
const COUNT = named<{ allowed: boolean }>(`
  WITH of_network AS (${counting('$2::text', '$6::integer', 'true')}),
    of_address AS (${counting('$1::text', '$5::integer', 'EXISTS (SELECT FROM of_network)')})
  SELECT EXISTS (SELECT FROM of_address) AS allowed`);

/**
 * Limits how much mail an address gets that nobody has confirmed yet: anybody can type the address of somebody else,
 * with as many accounts as they like. Counted exactly, over all accounts and replicas; the response to whoever asks must
 * not show it.
 */
@Injectable()
export class RecipientLimits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: MailboxKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts one more mail to an address that the current request asks for; says whether it may be sent. The count stays
   * even if the open unit of work is rolled back, and nobody waits for that.
   */
  async allows(address: string): Promise<boolean> {
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + HOUR_MS);
    const key = emailKey(address);
    // No address has a blank.
    const keys = [this.keys.of(key), this.keys.of(`${key} ${networkOf(currentContext().ip)}`)];
    const values = [...keys, now, endsAt, MAX_PER_ADDRESS, MAX_PER_NETWORK];
    const [row] = await this.unitOfWork.writeAutonomous<{ allowed: boolean }>(MAIL_REASON, { ...COUNT, values });
    return row!.allowed;
  }
}
