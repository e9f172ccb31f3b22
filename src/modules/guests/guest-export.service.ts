import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { csvLine } from '../../platform/http/csv';
import { currentContext, renewPrincipal, runInContext } from '../../platform/context/request-context';
import { COLUMNS, lineOf } from './guest-csv';
import type { GuestExportQuery, GuestView } from './guests.dto';
import { GuestsRepository } from './guests.repository';

/** Few enough that a page of the largest guests there can be is a few megabytes. */
const PAGE_SIZE = 250;

/** Writes the guests of the organization in scope as CSV. */
@Injectable()
export class GuestExportService {
  constructor(private readonly guests: GuestsRepository) {}

  /**
   * A stream that reads no page before the one before it is sent: a slow reader costs neither memory nor a connection.
   * Each page is of its own moment. The first is read before the answer begins, so that a failure is a proper answer.
   */
  async stream(query: GuestExportQuery): Promise<Readable> {
    const first = await this.guests.listAfter(query, null, PAGE_SIZE);
    return Readable.from(this.pages(query, first), { objectMode: false, highWaterMark: 1 });
  }

  private async *pages(query: GuestExportQuery, first: GuestView[]): AsyncGenerator<Buffer> {
    // What reads the stream runs in whatever context made room for more.
    const context = currentContext();
    yield Buffer.from(csvLine(COLUMNS));
    for (let page = first; page.length > 0;) {
      yield Buffer.from(page.map(lineOf).join(''));
      if (page.length < PAGE_SIZE) return;
      page = await runInContext(context, () => this.next(query, page.at(-1)!.id));
    }
  }

  /** Nobody goes on reading who may not any more. */
  private async next(query: GuestExportQuery, after: string): Promise<GuestView[]> {
    await renewPrincipal();
    return this.guests.listAfter(query, after, PAGE_SIZE);
  }
}
