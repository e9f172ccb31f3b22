import { Injectable } from '@nestjs/common';
import { FieldGuestsRepository } from './field-guests.repository';

/** Lists of doors that are opened at the same time; older ones are read again. */
const MAX_KNOWN = 1_000;

interface Known {
  readonly version: string;
  readonly tag: string;
}

/**
 * Remembers of each link's list of guests at which version of the organization's log it was read. While nothing has happened
 * since, the list is the same: phones ask every few seconds, and need not be told by reading 5,000 guests.
 */
@Injectable()
export class UnchangedGuests {
  private readonly known = new Map<string, Known>();

  constructor(private readonly guests: FieldGuestsRepository) {}

  /** The tag of a list that was read before and is still the same; null where that is not known. */
  async tagOf(list: string): Promise<string | null> {
    const known = this.known.get(list);
    if (known === undefined) return null;
    return (await this.guests.logVersion()) === known.version ? known.tag : null;
  }

  /** @param version of the log, in the snapshot in which the list was read */
  note(list: string, version: string, tag: string): void {
    this.known.delete(list);
    this.known.set(list, { version, tag });
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
