import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuestHistoryExport } from '../modules/insight/audit-logs';
import { EventGuestExport } from '../modules/planning/event-guests';
import { PersonalDataFiles } from '../modules/planning/guests';
import { TripExport } from '../modules/planning/trips';
import { MessageExport } from '../modules/reach/notifications';
import { DeliveryExport } from '../modules/reach/webhooks';

/** Where else than in their record something is known of a guest or a contact, for them to read. */
@Injectable()
export class PersonalDataIsExported implements OnModuleInit {
  constructor(
    private readonly files: PersonalDataFiles,
    private readonly places: EventGuestExport,
    private readonly trips: TripExport,
    private readonly messages: MessageExport,
    private readonly deliveries: DeliveryExport,
    private readonly history: GuestHistoryExport,
  ) {}

  onModuleInit(): void {
    this.files.sections.register({
      places: (guest) => this.places.read(guest),
      trips: (guest) => this.trips.read(guest),
      messages: (guest) => this.messages.messages(guest),
      suppressions: (guest) => this.messages.suppressions(guest),
      deliveries: (guest) => this.deliveries.deliveries(guest),
      testRequests: (guest) => this.deliveries.testRequests(guest),
      auditLog: (guest) => this.history.read(guest),
    });
  }
}
