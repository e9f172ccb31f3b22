import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { newId, NIL_ID } from '../../../kernel/ids';
import { BY_INDEX } from '../../../platform/database/by-index';
import type { PersonKeyRow } from '../../../platform/personal/person-keys';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { addressKeyOf } from './chosen-recipients.repository';
import type { CarriedEntry } from './notification.entity';
import type { Channel } from './notifications.dto';
import { CLAIM, HAND_OVER, LOOK, LOST, OLDEST_DUE, RENEW, START, SUPPRESSED } from './recipient-claim-statements';
import { RecipientValues, type OwnValues, type StoredRecipient } from './recipient-values';
import type { NotificationKey, ClaimRequest } from './round-robin-queue';

/** Why claims and results run unscoped; see test/architecture/unscoped.spec.ts. */
export const RECIPIENTS_REASON = 'recipients of all organizations wait in one queue';
/** The most notifications that one look visits; the next look continues after them. */
const MAX_VISITED = 1_000;

/** Proves that this process, and no other, may write to a recipient. */
export interface Lease extends NotificationKey {
  readonly id: string;
  readonly token: string;
}

/** A recipient with the message. Only this process may write to them until the lease expires. */
export interface ClaimedRecipient extends Lease {
  readonly channel: Channel;
  /** Empty where that is the obstacle. */
  readonly address: string;
  /** What is in the way meanwhile: they have unsubscribed, or their address can't be read. */
  readonly obstacle: 'unsubscribed' | 'no_address' | null;
  /** This one included. */
  readonly attempts: number;
  /** Whether they have waited so long that a channel which asks to wait gives up. */
  readonly isExpired: boolean;
  readonly eventGuestId: string | null;
  readonly ownValues: OwnValues | null;
  readonly sharedValues: Readonly<Record<string, string>>;
  readonly subject: string | null;
  readonly body: string | null;
  readonly template: string | null;
  readonly language: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** The organization's, whose language the service's own words in the message are in. */
  readonly locale: string;
  readonly senderName: string;
  /** The organization's picture as it is now: one that was removed is in no letter that has waited. */
  readonly logo: string | null;
  readonly replyTo: string | null;
  readonly calendar: CarriedEntry | null;
  /** When the notification was accepted, ISO 8601. */
  readonly createdAt: string;
}

type ClaimedRow = Omit<ClaimedRecipient, 'address' | 'obstacle'> & StoredRecipient & Pick<PersonKeyRow, 'sealedKey'>;

/** A recipient whose lease has expired. */
export interface LostRecipient extends Lease {
  readonly channel: Channel;
  readonly handedOver: boolean;
}

/** Claims recipients of all organizations, so that one process at a time writes to each. */
@Injectable()
export class RecipientClaims {
  /** Where the next look begins. */
  private cursor = NIL_ID;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly values: RecipientValues,
  ) {}

  /** Notifications with due recipients. If there are very many, each look continues where the one before ended. */
  async look(): Promise<(NotificationKey & { channel: Channel })[]> {
    const visited = await this.run<NotificationKey & { channel: Channel; due: boolean }>({
      ...LOOK,
      values: [this.cursor, MAX_VISITED],
    });
    this.cursor = visited.length < MAX_VISITED ? NIL_ID : visited.at(-1)!.notificationId;
    return visited.filter(({ due }) => due);
  }

  /** Claims due recipients of these notifications, up to `limit` of each. */
  claim(requests: readonly ClaimRequest[]): Promise<ClaimedRecipient[]> {
    const keys = [requests.map((request) => request.organizationId), requests.map((request) => request.notificationId)];
    const claim = { ...CLAIM, values: [...keys, requests.map(({ limit }) => limit), newId()] };
    return this.unitOfWork.runUnscoped(RECIPIENTS_REASON, async () => {
      const { client } = this.unitOfWork.current;
      const [, , claimed] = await Promise.all([
        client.query(BY_INDEX),
        client.query({ ...START, values: keys }),
        client.query<ClaimedRow>(claim),
      ]);
      return this.opened(claimed.rows);
    });
  }

  private async opened(rows: readonly ClaimedRow[]): Promise<ClaimedRecipient[]> {
    const opened = rows.map((row) => ({ ...row, ...this.values.open(row.organizationId, row, row.sealedKey) }));
    const mailed = opened.filter(({ channel, address }) => channel === 'email' && address !== null);
    const keys = [
      mailed.map(({ organizationId }) => organizationId),
      mailed.map(({ address }) => addressKeyOf(address!, 'email')),
    ];
    const suppressed = mailed.length === 0 ? [] : (await this.unitOfWork.writeUnscoped(SUPPRESSED, ...keys)).rows;
    const names = new Set(suppressed.map(suppressionKey));
    return opened.map(({ address, ...row }) => ({
      ...row,
      address: address ?? '',
      obstacle: obstacleOf(row, address, names),
    }));
  }

  /** Records that the end of these messages is about to be sent. @returns the ids of those with a valid lease */
  async handOver(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    const rows = await this.write<{ id: string }>(HAND_OVER, leases);
    return new Set(rows.map(({ id }) => id));
  }

  /** Renews leases. */
  async renew(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0) await this.write(RENEW, leases);
  }

  /** Recipients whose sender has died, or could not renew its lease. */
  lost(): Promise<LostRecipient[]> {
    return this.run<LostRecipient>(LOST);
  }

  /** For how many seconds the oldest due recipient has waited, among the oldest notifications. */
  async oldestDueSeconds(): Promise<number> {
    const [row] = await this.run<{ seconds: number | null }>({ ...OLDEST_DUE, values: [NIL_ID, MAX_VISITED] });
    return row!.seconds ?? 0;
  }

  private write<Row extends object>(
    statement: { name: string; text: string },
    leases: readonly Lease[],
  ): Promise<Row[]> {
    const ordered = inOrder(leases, (lease) => lease);
    const values = [
      ordered.map(({ organizationId }) => organizationId),
      ordered.map(({ id }) => id),
      ordered.map(({ token }) => token),
    ];
    return this.run({ ...statement, values });
  }

  private async run<Row extends object>(statement: QueryConfig): Promise<Row[]> {
    return (await this.unitOfWork.runByIndex<Row>(RECIPIENTS_REASON, statement)).rows;
  }
}

/** In the order of the recipients' keys, in which rows are always locked: that prevents deadlocks. */
export function inOrder<Item>(items: readonly Item[], leaseOf: (item: Item) => Lease): Item[] {
  const leaseKey = (item: Item) => `${leaseOf(item).organizationId} ${leaseOf(item).id}`;
  return [...items].sort((one, other) => (leaseKey(one) < leaseKey(other) ? -1 : 1));
}

function obstacleOf(
  row: Pick<ClaimedRow, 'organizationId' | 'channel'>,
  address: string | null,
  suppressed: ReadonlySet<string>,
) {
  if (address === null) return 'no_address';
  if (row.channel !== 'email') return null;
  return suppressed.has(suppressionKey({ organizationId: row.organizationId, key: addressKeyOf(address, 'email') }))
    ? 'unsubscribed'
    : null;
}

function suppressionKey({ organizationId, key }: { organizationId: string; key: string }): string {
  return `${organizationId} ${key}`;
}
