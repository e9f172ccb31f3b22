import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SeatChanges } from '../modules/planning/vehicle-assignments';
import { RuleTriggers } from '../modules/reach/message-rules';
import { Recorder } from '../platform/recorders/recorder';

/** Who hears of every recorded change, in the transaction of the change. */
@Injectable()
export class RecordsAreChanged implements OnModuleInit {
  constructor(
    private readonly recorder: Recorder,
    private readonly seats: SeatChanges,
    private readonly rules: RuleTriggers,
  ) {}

  onModuleInit(): void {
    this.recorder.follow((change) => this.seats.hear(change));
    this.recorder.follow((change) => this.rules.hear(change));
  }
}
