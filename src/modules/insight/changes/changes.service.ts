import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Gone, ValidationFailed } from '../../../kernel/problems';
import type { Principal } from '../../../kernel/principal';
import { AuditChains } from '../../../platform/audit/audit-chains';
import { actorOf } from '../../../platform/context/actor';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { beginning, positionAfter, type ChangePosition } from './change-cursors';
import { ChangedRecords } from './changed-records';
import { ChangeReader, isFor, KEPT_MS, type ChangeFilter } from './change-reader';
import { readableBy, requireInScope } from './change-types';
import type { ChangesQuery, ChangesView, ChangeView, WantedChanges } from './changes.dto';
import { ChangesRepository } from './changes.repository';

const CURSOR_EXPIRED =
  'The cursor is too old. Ask without one first, then read the lists again, and go on from the `next` of that response.';
/** Records that one statement reads. */
const BATCH_SIZE = 200;
/** Batches of one request: filters that match little must not make it read for long. */
const MAX_BATCHES = 10;

/** What has changed in the organization, for programs and screens that keep up with it. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly repository: ChangesRepository,
    private readonly reader: ChangeReader,
    private readonly records: ChangedRecords,
    private readonly chains: AuditChains,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The changes after a cursor that the caller may read; without one none, only where to go on from.
   *
   * @throws ValidationFailed, Gone `cursor_expired`, Forbidden `out_of_scope`
   */
  async list({ after, limit, ...wanted }: ChangesQuery): Promise<ChangesView> {
    const start = await this.positionFor(after, 'after');
    const filter = this.filterOf(currentPrincipal(), wanted);
    requireInScope(wanted.types ?? [], filter);
    if (!after) return { data: [], next: this.cursorOf(start), hasMore: false };
    const page = await this.read(start, limit, filter);
    return wantsRecords(wanted) ? { ...page, data: await this.records.addTo(page.data) } : page;
  }

  /**
   * Where a reader begins: after its cursor, or without one after all that is committed by now.
   *
   * @param field names the cursor in errors
   * @throws ValidationFailed for a cursor that is not this organization's; Gone `cursor_expired` when it is older than 30
   *   days, or from before the database was restored from a backup
   */
  async positionFor(cursor: string | undefined, field: string): Promise<ChangePosition> {
    if (!cursor) return this.end();
    const position = this.reader.cursors.read(currentOrganizationId(), cursor);
    if (position === null)
      throw ValidationFailed.on(field, 'invalid_cursor', `${field} must be a cursor of this organization's changes.`);
    if (position.atMs < this.clock.now().getTime() - KEPT_MS || !(await this.isInChain(position)))
      throw new Gone('cursor_expired', CURSOR_EXPIRED);
    return position;
  }

  /** What of the wanted changes a caller gets. */
  filterOf(principal: Principal, { types, eventId, tourId, exclude }: WantedChanges): ChangeFilter {
    const { type, id } = actorOf(principal);
    return { ...readableBy(principal), types, eventId, tourId, except: exclude === 'self' ? { type, id } : undefined };
  }

  cursorOf(position: ChangePosition): string {
    return this.reader.cursors.write(currentOrganizationId(), position);
  }

  private async end(): Promise<ChangePosition> {
    await this.chains.sealAllOf(currentOrganizationId());
    const newest = await this.repository.newest();
    const nowMs = this.clock.now().getTime();
    return newest === null ? beginning(nowMs) : positionAfter({ ...newest, position: Number(newest.position) }, nowMs);
  }

  private async isInChain({ position, seal }: ChangePosition): Promise<boolean> {
    if (position === 0) return true;
    const found = await this.repository.at(position);
    return found !== null && found.hash.subarray(0, seal.length).equals(seal);
  }

  private async read(start: ChangePosition, limit: number, filter: ChangeFilter): Promise<ChangesView> {
    const data: ChangeView[] = [];
    let last = start;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      // One more than is used shows whether there are more.
      const records = await this.reader.after(last.position, BATCH_SIZE + 1);
      const used = records.slice(0, BATCH_SIZE);
      for (const [index, { position, change }] of used.entries()) {
        last = position;
        if (change !== null && isFor(change, filter)) data.push(change);
        if (data.length === limit) return this.page(data, last, index + 1 < records.length);
      }
      if (used.length === records.length) return this.page(data, last, false);
    }
    return this.page(data, last, true);
  }

  /** At the end, the cursor is of now: who asks again within 30 days misses nothing, however quiet it is. */
  private page(data: ChangeView[], last: ChangePosition, hasMore: boolean): ChangesView {
    const next = hasMore ? last : { ...last, atMs: this.clock.now().getTime() };
    return { data, next: this.cursorOf(next), hasMore };
  }
}

/** Whether a reader asks for the records, too. */
export function wantsRecords({ include = [] }: WantedChanges): boolean {
  return include.includes('record');
}
