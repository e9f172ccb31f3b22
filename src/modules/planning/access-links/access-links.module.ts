import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../people/organizations';
import { UsersModule } from '../../people/users';
import { EventGuestsModule } from '../event-guests';
import { EventsModule } from '../events';
import { ScansModule } from '../scans';
import { AccessLinkCredentials } from './access-link-credentials';
import { AccessLinksController } from './access-links.controller';
import { AccessLinksRepository } from './access-links.repository';
import { AccessLinksService } from './access-links.service';
import { FieldController } from './field.controller';
import { FieldGuestsRepository } from './field-guests.repository';
import { FieldService } from './field.service';
import { ScanIntake } from './scan-intake.service';

const LINKS = [AccessLinksService, AccessLinksRepository, AccessLinkCredentials];
const FIELD = [FieldService, FieldGuestsRepository, ScanIntake];

@Module({
  imports: [OrganizationsModule, UsersModule, EventsModule, EventGuestsModule, ScansModule],
  controllers: [AccessLinksController, FieldController],
  providers: [...LINKS, ...FIELD],
  exports: [AccessLinkCredentials],
})
export class AccessLinksModule {}
