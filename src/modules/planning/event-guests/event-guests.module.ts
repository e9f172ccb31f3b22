import { Module, type OnModuleInit } from '@nestjs/common';
import { EventChanges, EventsModule } from '../events';
import { GuestsModule } from '../guests';
import { MailLimitsModule } from '../../reach/mail-limits';
import { OrganizationsModule } from '../../people/organizations';
import { SettingsModule } from '../../people/settings';
import { ScansModule } from '../scans';
import { PartiesController } from './parties.controller';
import { PartyCheckInController } from './party-check-in.controller';
import { PartiesRepository } from './parties.repository';
import { PartiesService } from './parties.service';
import { RsvpRules } from './rsvp-rules';
import { GuestAnswers } from './guest-answers';
import { GuestChanges } from './guest-changes';
import { GuestRemoval } from './guest-removal';
import { EventGuestAdditions } from './event-guest-additions.service';
import { EventGuestBatchesService } from './event-guest-batches.service';
import { EventGuestBatchResults } from './event-guest-batch-results';
import { EventGuestRounds } from './event-guest-rounds';
import { GuestCheckIns } from './guest-check-ins.service';
import { Newcomers } from './newcomers';
import { CheckIns } from './check-ins';
import { OwnAnswers } from './own-answers';
import { ItemChanges } from './item-changes';
import { EventGuestsController } from './event-guests.controller';
import { EventGuestRecorder } from './event-guest.recorder';
import { EventGuestsRepository } from './event-guests.repository';
import { EventGuestsService } from './event-guests.service';
import { GuestEventsController } from './guest-events.controller';
import { GuestEventsService } from './guest-events.service';
import { PassController } from './pass.controller';
import { PassService } from './pass.service';
import { EventGuestExport } from './event-guest-export';
import { PlaceLetters } from './place-letters';
import { EventGuestViews } from './event-guest-views';
import { EventsOfGuestRepository } from './events-of-guest.repository';
import { RidesRegistry } from './rides';
import { RsvpAnswers } from './rsvp-answers.service';
import { RsvpController } from './rsvp.controller';
import { RsvpForms } from './rsvp-forms.service';
import { RsvpTokenScope } from './rsvp-token-scope';
import { RsvpLinks } from './rsvp-links.service';
import { RsvpService } from './rsvp.service';
import { StoredAnswers } from './stored-answers';
import { SeatingService } from './seating.service';
import { WaitingListController } from './waiting-list.controller';
import { WaitingListRepository } from './waiting-list.repository';
import { WaitingList } from './waiting-list.service';
import { WaitlistEntries } from './waitlist-entries.service';

const EVENT_GUESTS = [
  EventGuestsService,
  CheckIns,
  GuestCheckIns,
  EventGuestAdditions,
  Newcomers,
  EventGuestsRepository,
  EventGuestRecorder,
  GuestRemoval,
];
const BATCHES = [EventGuestBatchesService, EventGuestRounds, EventGuestBatchResults, ItemChanges];
const OF_GUESTS = [GuestEventsService, EventsOfGuestRepository, EventGuestExport];
const RSVP = [
  RsvpService,
  RsvpAnswers,
  RsvpForms,
  PassService,
  OwnAnswers,
  RsvpTokenScope,
  RsvpLinks,
  RsvpRules,
  GuestAnswers,
];
const WAITING = [WaitingList, WaitingListRepository, WaitlistEntries, GuestChanges, PlaceLetters, EventGuestViews];
const PARTIES = [PartiesService, PartiesRepository, StoredAnswers];

@Module({
  imports: [OrganizationsModule, SettingsModule, EventsModule, GuestsModule, ScansModule, MailLimitsModule],
  controllers: [
    EventGuestsController,
    GuestEventsController,
    WaitingListController,
    RsvpController,
    PartiesController,
    PartyCheckInController,
    PassController,
  ],
  providers: [
    ...EVENT_GUESTS,
    ...OF_GUESTS,
    ...BATCHES,
    ...RSVP,
    ...WAITING,
    ...PARTIES,
    SeatingService,
    RidesRegistry,
  ],
  exports: [
    RsvpTokenScope,
    CheckIns,
    EventGuestAdditions,
    SeatingService,
    RsvpLinks,
    GuestRemoval,
    EventGuestExport,
    RidesRegistry,
  ],
})
export class EventGuestsModule implements OnModuleInit {
  constructor(
    private readonly events: EventChanges,
    private readonly answers: StoredAnswers,
    private readonly waiting: WaitingList,
  ) {}

  onModuleInit(): void {
    this.events.answersIn(this.answers);
    this.events.inform(this.waiting);
  }
}
