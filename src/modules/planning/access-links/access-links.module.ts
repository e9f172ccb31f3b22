import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../people/organizations';
import { UsersModule } from '../../people/users';
import { EventGuestsModule } from '../event-guests';
import { EventsModule } from '../events';
import { ScansModule } from '../scans';
import { TripsModule } from '../trips';
import { AccessLinkChanges } from './access-link-changes.service';
import { AccessLinkCreation } from './access-link-creation.service';
import { AccessLinkCredentials } from './access-link-credentials';
import { AccessLinksController } from './access-links.controller';
import { AccessLinksRepository } from './access-links.repository';
import { AccessLinksService } from './access-links.service';
import { DoorScans } from './door-scans';
import { FieldController } from './field.controller';
import { FieldGuestsRepository } from './field-guests.repository';
import { FieldService } from './field.service';
import { ScanIntake } from './scan-intake.service';
import { TripScans } from './trip-scans';
import { UnchangedGuests } from './unchanged-guests';

const LINKS = [AccessLinksService, AccessLinkCreation, AccessLinkChanges, AccessLinksRepository, AccessLinkCredentials];
const FIELD = [FieldService, FieldGuestsRepository, ScanIntake, UnchangedGuests, DoorScans, TripScans];

@Module({
  imports: [OrganizationsModule, UsersModule, EventsModule, EventGuestsModule, ScansModule, TripsModule],
  controllers: [AccessLinksController, FieldController],
  providers: [...LINKS, ...FIELD],
  exports: [AccessLinkCredentials],
})
export class AccessLinksModule {}
