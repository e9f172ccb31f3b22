import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuestErasure } from '../modules/planning/guests';
import { ContactErasure } from '../modules/planning/team-members';
import { UserErasure } from '../modules/people/users';
import { PersonTraces } from '../platform/erasure/person-traces';

/** How those are erased again who had been erased before, when a database is restored from a backup that knows them. */
@Injectable()
export class DatabaseIsRestored implements OnModuleInit {
  constructor(
    private readonly traces: PersonTraces,
    private readonly guests: GuestErasure,
    private readonly contacts: ContactErasure,
    private readonly users: UserErasure,
  ) {}

  onModuleInit(): void {
    this.traces.eraseAgain('guest', (id) => this.guests.erase(id, true));
    this.traces.eraseAgain('contact', (id) => this.contacts.erase(null, id));
    this.traces.eraseUserAgain((id) => this.users.eraseAgain(id));
  }
}
