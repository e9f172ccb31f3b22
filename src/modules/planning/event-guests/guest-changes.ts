import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService, type EventView } from '../events';
import type { EventGuestView } from './event-guests.dto';
import { WaitingList } from './waiting-list.service';

/**
 * The door for every change by which people get places at an event, or give them back: the event is locked first, and what
 * became free goes to those who wait before the change is committed.
 */
@Injectable()
export class GuestChanges {
  constructor(
    private readonly events: EventsService,
    private readonly waiting: WaitingList,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound for an unknown event; whatever `work` throws */
  run<T>(eventId: string, work: (event: EventView) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(async () => {
      const event = await this.events.lockForGuestChanges(eventId);
      const result = await work(event);
      await this.waiting.settle(event);
      return result;
    });
  }

  /** Like {@link run}, for a change of one guest. @returns them as they are in the end */
  runForGuest(eventId: string, work: (event: EventView) => Promise<EventGuestView>): Promise<EventGuestView> {
    return this.unitOfWork.run(async () => {
      const event = await this.events.lockForGuestChanges(eventId);
      const guest = await work(event);
      return (await this.waiting.settle(event)).get(guest.id) ?? guest;
    });
  }

  /**
   * A guest after a change inside {@link runForGuest}: who waits and brings more people than before, waits from now on.
   *
   * @returns them as they are then
   */
  async recounted(before: EventGuestView, after: EventGuestView): Promise<EventGuestView> {
    return (await this.waiting.recount(after.eventId, [{ before, after }])).get(after.id) ?? after;
  }

  /**
   * Locks events before a change that lets go of places at all of them, inside the caller's unit of work. Whoever adds a
   * guest locks the event first and then the guest, so this comes before the guest is locked, too.
   */
  async lockEvents(eventIds: readonly string[]): Promise<void> {
    await this.events.lockMany(eventIds);
  }

  /** Gives away what became free at these events, which are locked; the end of such a change. */
  async settleAll(eventIds: readonly string[]): Promise<void> {
    for (const id of [...new Set(eventIds)].sort()) await this.waiting.settle(await this.events.get(id));
  }
}
