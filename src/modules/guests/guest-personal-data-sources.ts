import { Injectable } from '@nestjs/common';
import type { PersonalDataSection } from './guest-personal-data.dto';

/** Whose data is asked for. */
export interface KnownGuest {
  readonly id: string;
  readonly email: string | null;
}

/** A record as the export shows it. */
export type KnownRecord = object;

/** Reads a part of what is known of a guest, page by page, so that nothing is in memory as a whole. */
export type SectionReader = (guest: KnownGuest) => AsyncIterable<readonly KnownRecord[]>;

/** Where else than in their record something is known of guests: the modules that own it register here. */
@Injectable()
export class GuestPersonalDataSources {
  private readonly sources = new Map<PersonalDataSection, SectionReader>();

  register(section: PersonalDataSection, source: SectionReader): void {
    this.sources.set(section, source);
  }

  get(section: PersonalDataSection): SectionReader | undefined {
    return this.sources.get(section);
  }
}
