import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../kernel/ids';
import { currentOrganizationId, withContext } from '../context/request-context';
import { IdempotencyKeys } from '../idempotency/idempotency-keys';
import { MailQueue } from '../mail/mail-queue';
import { lockForErasure } from '../personal/erasure-lock';
import { PersonKeys } from '../personal/person-keys';
import { UnitOfWork } from '../tenancy/unit-of-work';
import type { ErasedKind } from './erasure.entity';
import { ErasureJournal } from './erasure-journal';

/** A user who is erased. */
interface ErasedUser {
  readonly id: string;
  readonly emailKey: string;
}

/**
 * What the platform has of whoever is erased: what logs and messages of theirs are read with, mail that waits, and stored
 * responses. All of it goes in the transaction of the erasure, and the journal remembers that.
 */
@Injectable()
export class PersonTraces {
  constructor(
    private readonly keys: PersonKeys,
    private readonly mails: MailQueue,
    private readonly responses: IdempotencyKeys,
    private readonly journal: ErasureJournal,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Says how a person of an organization is erased again, in its scope, once a backup that knows them is restored. */
  eraseAgain(kind: Exclude<ErasedKind, 'user'>, erase: (personId: string) => Promise<unknown>): void {
    this.journal.register(kind, ({ organizationId, personId }) =>
      withContext({ scope: { organizationId } }, () => erase(personId)),
    );
  }

  /** Like {@link eraseAgain}, for users, who belong to no organization. */
  eraseUserAgain(erase: (userId: string) => Promise<unknown>): void {
    this.journal.register('user', ({ personId }) => erase(personId));
  }

  /** Forgets a person of the organization in scope. @param emailKey null where they had no address of their own */
  async forget(kind: Exclude<ErasedKind, 'user'>, personId: string, emailKey: string | null, at: Date): Promise<void> {
    const person = { organizationId: currentOrganizationId(), personId };
    const transaction = this.unitOfWork.current;
    if (emailKey !== null) await this.mails.forget(emailKey, transaction);
    await this.responses.forget(personId);
    await this.keys.destroy(person, at, transaction);
    await this.journal.record(kind, person, at, transaction);
  }

  /**
   * Forgets a user in all organizations, inside an unscoped unit of work: first what the logs are read with.
   *
   * @param others that know the user, although their logs may not
   * @param forgetThere what else is forgotten in an organization that knows the user, in its scope
   */
  async forgetInOrganizations(
    { id, emailKey }: ErasedUser,
    others: readonly string[],
    at: Date,
    forgetThere: () => Promise<void>,
  ): Promise<void> {
    const knowing = await this.keys.destroyEverywhere(id, others, at, this.unitOfWork.current);
    for (const organizationId of knowing) {
      await this.unitOfWork.runScoped(organizationId, async () => {
        await lockForErasure(this.unitOfWork.current);
        await forgetThere();
        await this.responses.forget(id, emailKey);
      });
    }
    await this.unitOfWork.runScoped(NIL_ID, () => this.responses.forget(id, emailKey));
  }

  /** Forgets the mail of a user, and records the erasure: the last of it, inside its unscoped unit of work. */
  async forgetMail({ id, emailKey }: ErasedUser, at: Date): Promise<void> {
    const transaction = this.unitOfWork.current;
    await this.mails.forgetEverywhere(emailKey, transaction);
    await this.journal.record('user', { organizationId: null, personId: id }, at, transaction);
  }
}
