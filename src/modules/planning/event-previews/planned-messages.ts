import { Injectable } from '@nestjs/common';
import type { EventView } from '../events';

/** Messages that a rule would send. */
export interface PlannedMessage {
  readonly ruleId: string;
  readonly name: string;
  readonly recipients: number;
  readonly at: string;
}

/** Says what messages a change of an event causes, inside the unit of work in which it is made. */
export interface MessagePlanner {
  /** @returns what is to be asked once the event is changed, and all that the change deferred is written */
  lookAt(before: EventView): Promise<(after: EventView) => Promise<readonly PlannedMessage[]>>;
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

  async lookAt(before: EventView): Promise<(after: EventView) => Promise<readonly PlannedMessage[]>> {
    return this.planner === null ? async () => [] : this.planner.lookAt(before);
  }
}
