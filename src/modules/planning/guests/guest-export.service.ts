import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { lastOf } from '../../../kernel/lists';
import { csvHeader } from '../../../platform/csv/csv';
import { currentContext, renewPrincipal, runInContext } from '../../../platform/context/request-context';
import { COLUMNS, lineOf } from './guest-csv';
import type { GuestExportQuery, GuestView } from './guests.dto';
import { GuestsRepository } from './guests.repository';

/** Few enough that a page takes a few megabytes even when each guest is as large as can be. */
const PAGE_SIZE = 250;

/** Writes the guests of the organization in scope as CSV. */
@Injectable()
export class GuestExportService {
  constructor(private readonly guests: GuestsRepository) {}

  /**
   * A stream that reads each page only after the one before is sent: a slow reader costs neither memory nor a
   * connection. Each page is a snapshot of its own. The first is read before the response begins, so that a failure can
   * still become an error response.
   */
  async stream(query: GuestExportQuery): Promise<Readable> {
    const first = await this.guests.listAfter(query, null, PAGE_SIZE);
    return Readable.from(this.pages(query, first), { objectMode: false, highWaterMark: 1 });
  }

  private async *pages(query: GuestExportQuery, first: GuestView[]): AsyncGenerator<Buffer> {
    // The reader of the stream resumes the generator in its own context, so each page restores the request's.
    const context = currentContext();
    yield Buffer.from(csvHeader(COLUMNS));
    for (let page = first; page.length > 0;) {
      yield Buffer.from(page.map(lineOf).join(''));
      if (page.length < PAGE_SIZE) return;
      page = await runInContext(context, () => this.next(query, lastOf(page).id));
    }
  }

  /** The next page, if the caller still has access. */
  private async next(query: GuestExportQuery, after: string): Promise<GuestView[]> {
    await renewPrincipal();
    return this.guests.listAfter(query, after, PAGE_SIZE);
  }
}
