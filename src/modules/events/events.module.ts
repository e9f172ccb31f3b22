import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { OrganizationsModule } from '../organizations';
import { SummariesModule } from '../summaries';
import { UsersModule } from '../users';
import { timesProblem } from './event-rules';
import { EventsController } from './events.controller';
import { CreateEvent, UpdateEvent } from './events.dto';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [OrganizationsModule, SummariesModule, UsersModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository],
  exports: [EventsService],
})
export class EventsModule implements OnModuleInit {
  constructor(
    private readonly rules: FurtherRules,
    private readonly events: EventsRepository,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateEvent, (event) => [timesProblem(event)]);
    this.rules.register(UpdateEvent, async (changes, isWrong, id) => {
      if (isWrong('startsAt') || isWrong('endsAt')) return [];
      return [timesProblem({ ...(await this.events.find(id)), ...changes })];
    });
  }
}
