import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email';
import { derivedId } from '../../kernel/ids';
import { firstOf, lastOf } from '../../kernel/lists';
import { named } from '../database/named';
import { MailboxKeys } from '../mail/mailbox-keys';
import { ScopedStatement } from '../tenancy/statement';
import { columnsOf, tableOf } from '../database/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { IdempotencyMention } from './idempotency-mention.entity';
import { IdempotencyKey } from './idempotency-key.entity';

const IDEMPOTENCY_KEY = columnsOf(IdempotencyKey, 'k');
const BARE_IDEMPOTENCY_KEY = columnsOf(IdempotencyKey);
const IDEMPOTENCY_MENTION = columnsOf(IdempotencyMention);

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Longer than any address (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 320;
/** What no address has: where a word of the response begins or ends. */
const BETWEEN_WORDS = /[\s"\\<>(),;:@]/;

const { fields: mention } = tableOf(IdempotencyMention);
const MENTION = named(
  `INSERT INTO idempotency_mentions (${mention.organizationId}, ${mention.responseId}, ${mention.mentionId})
   SELECT $1::uuid, $2::uuid, mention FROM unnest($3::uuid[]) AS mention ON CONFLICT DO NOTHING`,
);
const FORGET = new ScopedStatement(
  `UPDATE idempotency_keys k SET ${BARE_IDEMPOTENCY_KEY.body} = NULL, ${BARE_IDEMPOTENCY_KEY.forgotten} = true FROM (
     SELECT DISTINCT ${mention.responseId} FROM idempotency_mentions WHERE ${IDEMPOTENCY_MENTION.organizationId} = $1
       AND ${mention.mentionId} = ANY ($2::uuid[])
   ) AS mentioning
   WHERE ${IDEMPOTENCY_KEY.organizationId} = $1 AND ${IDEMPOTENCY_KEY.id} = mentioning.response_id
     AND ${IDEMPOTENCY_KEY.body} IS NOT NULL`,
);

/**
 * Remembers of each stored response which ids and addresses it has, whatever they are of, so that the responses that
 * mention a person are found by an index: none has to be opened, however many there are.
 */
@Injectable()
export class ResponseMentions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly mailboxes: MailboxKeys,
  ) {}

  /** To be called behind the statement that stores the response, in the same unit of work. */
  async write(organizationId: string, responseId: string, response: string): Promise<void> {
    const mentions = new Set(response.match(ID) ?? []);
    for (const address of addressesIn(response)) mentions.add(derivedId(this.mailboxes.of(emailKey(address))));
    if (mentions.size > 0) await this.unitOfWork.writeUnscoped(MENTION, organizationId, responseId, [...mentions]);
  }

  /**
   * Takes the content out of the stored responses of the organization in scope that mention somebody.
   *
   * @param address see {@link emailKey} in the kernel
   */
  async forget(id: string, address: string | null): Promise<void> {
    const addresses = address === null ? [] : this.mailboxes.allOf(address).map(derivedId);
    await this.unitOfWork.write(FORGET, [id, ...addresses]);
  }
}

/** All that may be an address. Around each @ it is looked for, which takes no longer for texts without blanks. */
function addressesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const before = lastOf(text.slice(Math.max(0, at - MAX_ADDRESS), at).split(BETWEEN_WORDS));
    const after = firstOf(text.slice(at + 1, at + 1 + MAX_ADDRESS).split(BETWEEN_WORDS, 1));
    if (before !== '' && after !== '') found.add(`${before}@${after}`);
  }
  return found;
}
