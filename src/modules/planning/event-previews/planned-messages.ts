import { Injectable } from '@nestjs/common';
import type { EventView } from '../events';

/** Messages that a rule would send. */
export interface PlannedMessage {
  readonly ruleId: string;
  readonly name: string;
  readonly recipients: number;
  readonly at: string;
}

/** Says what messages a change of an event causes, inside the unit of work in which it has just been made. */
export interface MessagePlanner {
  messagesFor(before: EventView, after: EventView): Promise<readonly PlannedMessage[]>;
}

/** Where the module that sends messages because of changes registers, when it starts. Without one there are none. */
@Injectable()
export class PlannedMessages implements MessagePlanner {
  private planner: MessagePlanner | null = null;

  /** @throws Error when there is one already */
  register(planner: MessagePlanner): void {
    if (this.planner !== null) throw new Error('A planner of messages is registered already.');
    this.planner = planner;
  }

  messagesFor(before: EventView, after: EventView): Promise<readonly PlannedMessage[]> {
    return this.planner?.messagesFor(before, after) ?? Promise.resolve([]);
  }
}
