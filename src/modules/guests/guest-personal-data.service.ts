import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { found } from '../../kernel/problems';
import { currentContext, renewPrincipal, runInContext } from '../../platform/context/request-context';
import { csvLine, type Cell } from '../../platform/csv/csv';
import { GuestPersonalDataSources, type KnownRecord } from './guest-personal-data-sources';
import { PERSONAL_DATA_SECTIONS, PURPOSES, type PersonalDataSection } from './guest-personal-data.dto';
import type { GuestView } from './guests.dto';
import { GuestsRepository } from './guests.repository';

export type PersonalDataFormat = 'json' | 'csv';

const COLUMNS = ['section', 'field', 'value', 'purpose'];

/** Writes all that is known of a guest (GDPR, Art. 15 and 20), each part with what it is for. */
@Injectable()
export class GuestPersonalData {
  constructor(
    private readonly guests: GuestsRepository,
    private readonly sources: GuestPersonalDataSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A stream that reads each page only after the one before is sent. The guest is read before the response begins.
   *
   * @throws NotFound when the organization in scope has no such guest
   */
  async stream(id: string, format: PersonalDataFormat): Promise<Readable> {
    const guest = found(await this.guests.find(id));
    const texts = format === 'csv' ? this.csv(guest) : this.json(guest);
    return Readable.from(texts, { objectMode: false, highWaterMark: 1 });
  }

  private async *json(guest: GuestView): AsyncGenerator<Buffer> {
    const head = { guestId: guest.id, exportedAt: this.clock.now().toISOString() };
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"sections":[`);
    let between = '';
    for await (const [section, pages] of this.sections(guest)) {
      yield Buffer.from(
        `${between}{"name":${JSON.stringify(section)},"purpose":${JSON.stringify(PURPOSES[section])},"records":[`,
      );
      let comma = '';
      for await (const page of pages) {
        if (page.length === 0) continue;
        yield Buffer.from(comma + page.map((record) => JSON.stringify(record)).join(','));
        comma = ',';
      }
      yield Buffer.from(']}');
      between = ',';
    }
    yield Buffer.from(']}');
  }

  /** A line for each value; those of a list of records are numbered. */
  private async *csv(guest: GuestView): AsyncGenerator<Buffer> {
    yield Buffer.from(csvLine(COLUMNS));
    for await (const [section, pages] of this.sections(guest)) {
      let number = 0;
      for await (const page of pages) {
        const lines = page.flatMap((record) => {
          number++;
          const prefix = section === 'guest' ? '' : `${number}.`;
          return valuesIn(record, prefix).map(([field, value]) => csvLine([section, field, value, PURPOSES[section]]));
        });
        if (lines.length > 0) yield Buffer.from(lines.join(''));
      }
    }
  }

  private async *sections(
    guest: GuestView,
  ): AsyncGenerator<[PersonalDataSection, AsyncIterable<readonly KnownRecord[]>]> {
    for (const section of PERSONAL_DATA_SECTIONS) yield [section, this.pages(section, guest)];
  }

  private pages(section: PersonalDataSection, guest: GuestView): AsyncIterable<readonly KnownRecord[]> {
    if (section === 'guest') return onePage({ ...guest });
    const source = this.sources.get(section);
    return source === undefined ? onePage() : inContext(source({ id: guest.id, email: guest.email }));
  }
}

async function* onePage(...records: KnownRecord[]): AsyncGenerator<readonly KnownRecord[]> {
  yield records;
}

/**
 * Reads each page in the context of the request, if the caller still has access: the reader of the stream resumes a
 * generator in its own.
 */
function inContext(pages: AsyncIterable<readonly KnownRecord[]>): AsyncIterable<readonly KnownRecord[]> {
  const context = currentContext();
  const iterator = pages[Symbol.asyncIterator]();
  const next = () =>
    runInContext(context, async () => {
      await renewPrincipal();
      return iterator.next();
    });
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

/** The values in a record with the paths of their fields, null ones left out. */
function valuesIn(value: unknown, path: string): [string, Cell][] {
  const field = path.replace(/\.$/, '');
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? [] : [[field, value.join('|')]];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${path}${name}.`));
  return [[field, typeof value === 'number' ? value : String(value as string | boolean)]];
}
