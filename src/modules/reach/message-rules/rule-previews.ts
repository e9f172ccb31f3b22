import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlannedMessages, type MessagePlanner, type PlannedMessage } from '../../planning/event-previews';
import type { EventView } from '../../planning/events';
import { triggersOf } from './changes';
import { UpcomingService, type ComingByRule } from './upcoming.service';

/** Says which messages of rules go out because of a change of an event: those that would not without it. */
@Injectable()
export class RulePreviews implements MessagePlanner, OnModuleInit {
  constructor(
    private readonly planned: PlannedMessages,
    private readonly upcoming: UpcomingService,
  ) {}

  onModuleInit(): void {
    this.planned.register(this);
  }

  async lookAt(before: EventView): Promise<(after: EventView) => Promise<readonly PlannedMessage[]>> {
    const known = await this.upcoming.atEvent(before);
    return async (after) => {
      const triggers: readonly string[] = triggersOf(before, after);
      const coming = await this.upcoming.atEvent(after);
      return coming
        .filter((message) => message.recipients > 0)
        .filter((message) => triggers.includes(message.rule.trigger) || !known.some((other) => isSame(message, other)))
        .sort((one, other) => one.at.getTime() - other.at.getTime())
        .map(({ rule, at, recipients }) => ({ ruleId: rule.id, name: rule.name, recipients, at: at.toISOString() }));
    };
  }
}

/** Whether a message goes out as it would have: of those about guests, to no more of them. */
function isSame(one: ComingByRule, other: ComingByRule): boolean {
  if (one.rule.id !== other.rule.id || one.at.getTime() !== other.at.getTime()) return false;
  return one.rule.trigger !== 'promoted' || one.recipients === other.recipients;
}
