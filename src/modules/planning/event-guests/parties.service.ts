import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, requireFound, requireKnown } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { requireMatch } from '../../../platform/http/etag';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { PersonKeys } from '../../../platform/personal/person-keys';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import type { CreateParty, PartiesQuery, PartyView, UpdateParty } from './parties.dto';
import { PartiesRepository } from './parties.repository';
import { PARTY_RECORD } from './party.record';

/** What a party is called of which everybody was erased. */
const ERASED_NAME = 'Erased party';

/**
 * Who comes together to the events of the organization in scope. Changes lock the event, as everything does that changes
 * its guests.
 */
@Injectable()
export class PartiesService {
  constructor(
    private readonly parties: PartiesRepository,
    private readonly events: EventsService,
    private readonly recorder: Recorder,
    private readonly keys: PersonKeys,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, query: PartiesQuery): Promise<Page<PartyView>> {
    await this.events.requireExistence(eventId);
    const order = { by: query.sortBy ?? 'name', direction: query.sortDir ?? 'asc' } as const;
    const { rows, total } = await this.parties.list(eventId, order, query);
    return toPage(rows, total, query);
  }

  /** @throws NotFound */
  async get(id: string): Promise<PartyView> {
    return found(await this.parties.find(id));
  }

  /** @throws NotFound for an unknown event or guest, Conflict `already_in_party` */
  create(eventId: string, { name, eventGuestIds }: CreateParty): Promise<PartyView> {
    return this.unitOfWork.run(async () => {
      await this.events.lockForGuestChanges(eventId);
      const id = newId();
      await this.requireFree(eventId, eventGuestIds, id);
      const now = this.clock.now();
      await this.parties.insert({ id, eventId, name, nameKey: searchText(name), createdAt: now, updatedAt: now });
      await this.parties.join(id, eventGuestIds, now);
      const view = await this.get(id);
      this.recorder.created(PARTY_RECORD, view);
      return view;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `already_in_party` */
  update(id: string, { name, eventGuestIds }: UpdateParty): Promise<PartyView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(PARTY_RECORD, before);
      const members = eventGuestIds && [...eventGuestIds].sort();
      const wanted = { ...before, ...(name !== undefined && { name }), ...(members && { eventGuestIds: members }) };
      if (eventGuestIds) await this.requireFree(before.eventId, eventGuestIds, id);
      if (PARTY_RECORD.isSame(before, wanted)) return before;
      const now = this.clock.now();
      const [was, is] = [new Set(before.eventGuestIds), new Set(wanted.eventGuestIds)];
      await this.parties.join(
        null,
        [...was].filter((member) => !is.has(member)),
        now,
      );
      await this.parties.join(
        id,
        [...is].filter((member) => !was.has(member)),
        now,
      );
      await this.parties.update(id, { name: wanted.name, nameKey: searchText(wanted.name), updatedAt: now });
      const after = await this.get(id);
      this.recorder.updated(PARTY_RECORD, before, after);
      return after;
    });
  }

  /** Those who were in it stay on the event. @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const party = await this.lock(id);
      requireMatch(PARTY_RECORD, party);
      await this.parties.join(null, party.eventGuestIds, this.clock.now());
      await this.parties.delete(id);
      this.recorder.deleted(PARTY_RECORD, party);
    });
  }

  /** The parties of a guest who is being erased, and whose events are locked. */
  ofGuest(guestId: string): Promise<PartyView[]> {
    return this.parties.ofGuest(guestId);
  }

  /**
   * Forgets those parties in which an erasure has left nobody: what they are called says who was in them. Inside the
   * erasure's unit of work, which has locked their events.
   */
  async forgetEmpty(parties: readonly PartyView[]): Promise<void> {
    for (const { id } of parties) {
      const party = await this.parties.find(id);
      if (party === null || party.eventGuestIds.length > 0) continue;
      await this.parties.delete(id);
      const person = { organizationId: currentOrganizationId(), personId: id };
      await this.keys.destroy(person, this.clock.now(), this.unitOfWork.current);
      this.recorder.deleted(PARTY_RECORD, { ...party, name: ERASED_NAME });
    }
  }

  /** The party, its event and itself locked, in this order. */
  private async lock(id: string): Promise<PartyView> {
    const { eventId } = await this.get(id);
    await this.events.lockForGuestChanges(eventId);
    requireFound(await this.parties.lock(id));
    return this.get(id);
  }

  /** @throws NotFound naming those who are no guests of the event, Conflict for those in another party */
  private async requireFree(eventId: string, eventGuestIds: readonly string[], partyId: string): Promise<void> {
    const memberships = await this.parties.memberships(eventId, eventGuestIds);
    requireKnown(
      eventGuestIds,
      memberships.map(({ id }) => id),
      (index) => `eventGuestIds.${index}`,
    );
    const taken = memberships.filter((member) => member.partyId !== null && member.partyId !== partyId);
    if (taken.length > 0)
      throw new Conflict('already_in_party', `In another party already: ${taken.map(({ id }) => id).join(', ')}.`);
  }
}
