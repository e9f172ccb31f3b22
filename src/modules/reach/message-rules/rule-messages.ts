import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { EventsService } from '../../planning/events';
import { RuleNotifications, type CarriedEntry, type Place } from '../notifications';
import type { RuleEvent, RuleRow } from './due-rules.repository';
import { rsvpOf } from './rule-rows';
import type { Audience } from './rule-guests.repository';

const METHODS = { moved: 'REQUEST', cancelled: 'CANCEL' } as const;

/** Makes the messages of rules. */
@Injectable()
export class RuleMessages {
  constructor(
    private readonly events: EventsService,
    private readonly messages: RuleNotifications,
  ) {}

  /** Whom the next message of a rule at an event goes to. */
  audienceOf(rule: RuleRow, { id: eventId }: Pick<RuleEvent, 'id'>): Audience {
    const isForWaiting = rule.trigger !== 'no_answer';
    return { ruleId: rule.id, eventId, notificationId: newId(), rsvp: rsvpOf(rule), isForWaiting };
  }

  /**
   * Sends a rule's message to those who are claimed for it, inside the caller's unit of work. Without anybody there is no
   * message.
   *
   * @param until when it makes no sense any more; null for never
   */
  async send(
    rule: RuleRow,
    event: RuleEvent,
    { notificationId: id }: Audience,
    claimed: AsyncGenerator<Place[], void, void>,
    until: Date | null,
  ): Promise<void> {
    const first = await claimed.next();
    if (first.done) return;
    const { channel, subject, body, template, language, variables, createdBy } = rule;
    const texts = { channel, subject, body, template, language, variables };
    const message = { ...texts, id, ruleId: rule.id, createdBy, calendar: await this.entryOf(rule, event) };
    await this.messages.send(message, event.id, followedBy(first.value, claimed), until);
  }

  /** The calendar entry that a message carries. */
  private async entryOf({ trigger, channel }: RuleRow, { id, startsAt }: RuleEvent): Promise<CarriedEntry | null> {
    if ((trigger !== 'moved' && trigger !== 'cancelled') || channel !== 'email' || startsAt === null) return null;
    return { method: METHODS[trigger], event: { ...(await this.events.calendarEntry(id)), startsAt } };
  }
}

async function* followedBy<Item>(first: Item, others: AsyncIterable<Item>): AsyncGenerator<Item, void, void> {
  yield first;
  yield* others;
}
