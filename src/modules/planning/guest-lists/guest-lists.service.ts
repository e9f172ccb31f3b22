import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { lastOf } from '../../../kernel/lists';
import { currentContext, renewPrincipal, runInContext } from '../../../platform/context/request-context';
import { csvHeader, csvLine, csvOf, guarded, type Cell } from '../../../platform/csv/csv';
import { companionsText } from '../event-guests';
import { EventsService, type Question } from '../events';
import { GuestListsRepository, PAGE_SIZE, type ListedGuest } from './guest-lists.repository';
import { countNeeds, rowsOfNeeds, textOf, type Needs } from './needs';

/** What caterers and others get of an event's guests. */
@Injectable()
export class GuestListsService {
  constructor(
    private readonly lists: GuestListsRepository,
    private readonly events: EventsService,
  ) {}

  /** @throws NotFound for an unknown event */
  async needs(eventId: string): Promise<Needs> {
    const { questions } = await this.events.get(eventId);
    return countNeeds(questions, await this.lists.accepted(eventId));
  }

  /** As CSV, with a row for each person who needs something. @throws NotFound for an unknown event */
  async needsCsv(eventId: string): Promise<string> {
    const { questions } = await this.events.get(eventId);
    const rows = rowsOfNeeds(questions, await this.lists.accepted(eventId));
    return csvOf(
      ['name', 'guest', 'dietary', ...questions.map(({ label }) => guarded(label))],
      rows.map(({ name, guest, dietary, answers }) => [name, guest, dietary, ...answers]),
    );
  }

  /**
   * All guests of an event as CSV. Each page is read only after the one before is sent, the first before the response
   * begins, so that a failure can still become an error response.
   *
   * @throws NotFound for an unknown event
   */
  async export(eventId: string): Promise<Readable> {
    const { questions } = await this.events.get(eventId);
    const first = await this.lists.page(eventId, null);
    return Readable.from(this.pages(eventId, questions, first), { objectMode: false, highWaterMark: 1 });
  }

  private async *pages(
    eventId: string,
    questions: readonly Question[],
    first: readonly ListedGuest[],
  ): AsyncGenerator<Buffer> {
    // The reader of the stream resumes the generator in its own context, so each page restores the request's.
    const context = currentContext();
    yield Buffer.from(csvHeader([...COLUMNS, ...questions.map(({ label }) => guarded(label))]));
    for (let page = first; page.length > 0;) {
      yield Buffer.from(page.map((guest) => csvLine(cellsOf(questions, guest))).join(''));
      if (page.length < PAGE_SIZE) return;
      page = await runInContext(context, () => this.next(eventId, lastOf(page).id));
    }
  }

  /** The next page, if the caller still has access. */
  private async next(eventId: string, after: string): Promise<ListedGuest[]> {
    await renewPrincipal();
    return this.lists.page(eventId, after);
  }
}

export const COLUMNS = [
  'name',
  'email',
  'phone',
  'company',
  'dietary',
  'rsvp',
  'plusOnes',
  'party',
  'companions',
  'vehicle',
  'checkedInAt',
  'notes',
  'externalId',
  'guestId',
  'id',
] as const;

function cellsOf(questions: readonly Question[], guest: ListedGuest): Cell[] {
  return [
    ...COLUMNS.map((column) => (column === 'companions' ? companionsText(guest.companions) : guest[column])),
    ...questions.map(({ id }) => textOf(guest.answers[id])),
  ];
}
