import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { Actor } from '../../../platform/context/actor';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from '../../../platform/encryption/encryption-key';
import { ChangeCursors, positionAfter, type ChangePosition } from './change-cursors';
import { isReadable, typeOf, type Readable } from './change-types';
import type { ChangeView } from './changes.dto';
import { ChangesRepository, type ChangeRow } from './changes.repository';

/** How long changes can be read: cursors are good for so long. */
export const KEPT_MS = 30 * 24 * 3_600_000;
/** A record occurred at most this long before it was sealed, in a transaction that ran for as long. */
const MAX_TRANSACTION_MS = 24 * 3_600_000;

/** Which changes a reader gets. */
export interface ChangeFilter extends Readable {
  /** Whose own changes the reader does not want. */
  readonly except?: Pick<Actor, 'type' | 'id'> | undefined;
  readonly types?: readonly string[] | undefined;
  readonly eventId?: string | undefined;
  readonly tourId?: string | undefined;
}

/** A record of the chain, and the change that it is; null for one that is none. */
export interface ReadChange {
  readonly position: ChangePosition;
  readonly change: ChangeView | null;
}

/** Reads the changes of the organization in scope. */
@Injectable()
export class ChangeReader {
  readonly cursors: ChangeCursors;

  constructor(
    private readonly repository: ChangesRepository,
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    @Inject(PREVIOUS_ENCRYPTION_KEY) previous: Buffer | null,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.cursors = new ChangeCursors(encryptionKey, previous);
  }

  /** The next records after a position. */
  async after(position: number, limit: number): Promise<ReadChange[]> {
    const since = new Date(this.clock.now().getTime() - KEPT_MS - MAX_TRANSACTION_MS);
    const rows = await this.repository.after(position, limit, since);
    const organizationId = currentOrganizationId();
    return rows.map((row) => {
      const at = positionAfter({ position: Number(row.position), hash: row.hash }, Date.parse(row.sealedAt));
      return { position: at, change: toChange(row, () => this.cursors.write(organizationId, at)) };
    });
  }
}

/** The only code that decides whether a reader gets a change. */
export function isFor(change: ChangeView, { types, eventId, tourId, except, ...reader }: ChangeFilter): boolean {
  if (!isReadable(change.type, reader)) return false;
  if (except !== undefined && change.actor.type === except.type && change.actor.id === except.id) return false;
  if (types !== undefined && !types.includes(change.type)) return false;
  if (eventId !== undefined && change.eventId !== eventId) return false;
  return tourId === undefined || change.tourId === tourId;
}

function toChange(row: ChangeRow, cursor: () => string): ChangeView | null {
  const type = row.id === null ? null : typeOf(row.action, row.changed);
  if (row.id === null || type === null) return null;
  const { id, occurredAt, actorType, actorId, actorName, targetType, targetId, eventId, tourId, changed } = row;
  const externalId = row.targetExternalId;
  return {
    cursor: cursor(),
    id,
    type,
    occurredAt,
    actor: { type: actorType, id: actorId, name: actorName },
    target: { type: targetType, id: targetId, externalId },
    eventId,
    tourId,
    changed,
  };
}
