import { Body, Controller, Delete, Get, Patch, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { ClientGone } from '../../../platform/bodies/client-gone';
import { exampleId } from '../../../platform/fields/example-id';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { RawBody } from '../../../platform/bodies/raw-body';
import { MAX_ROWS } from './guest-csv';
import { GuestBatch, GuestBatchReport } from './guest-batch.dto';
import { GuestBatchesService } from './guest-batches.service';
import { EraseGuest, ErasureView } from './guest-erasure.dto';
import { GuestErasure } from './guest-erasure.service';
import { GuestExportService } from './guest-export.service';
import { GuestImportQuery, GuestImportReport } from './guest-import.dto';
import { GuestImportService } from './guest-import.service';
import { CreateGuest, GuestExportQuery, GuestsQuery, GuestView, UpdateGuest } from './guests.dto';
import { GuestsService } from './guests.service';

const EXTERNAL_ID_TAKEN = { 409: '`external_id_taken`: another guest has this externalId.' };
const FILE = {
  type: 'text/csv',
  limitBytes: 10 * 1024 * 1024,
  example: 'name,email,tags,externalId\r\nAda Lovelace,ada@example.com,vip|press,crm-1815\r\n',
};

@Controller('api/guests')
@ScopedTo('guests')
@Section('People who can be put on events, also as CSV.')
export class GuestsController {
  constructor(
    private readonly guests: GuestsService,
    private readonly batches: GuestBatchesService,
    private readonly imports: GuestImportService,
    private readonly exports: GuestExportService,
    private readonly erasures: GuestErasure,
  ) {}

  @Get()
  @Access('any')
  @Operation({ operationId: 'listGuests', summary: 'List guests', response: { page: GuestView } })
  list(@Query() query: GuestsQuery): Promise<Page<GuestView>> {
    return this.guests.list(query);
  }

  @Post()
  @Access('any')
  @Operation({
    operationId: 'createGuest',
    summary: 'Create a guest',
    response: { record: GuestView },
    status: 201,
    errors: EXTERNAL_ID_TAKEN,
  })
  create(@Body() input: CreateGuest): Promise<GuestView> {
    return this.guests.create(input);
  }

  @Post('batch')
  @Access('any')
  @Operation({
    operationId: 'batchGuests',
    summary: 'Create or change many guests',
    description:
      'Each item is used on its own, as if sent alone: good ones take effect together, bad ones are named. Fields that ' +
      'an item leaves out stay as they are.',
    response: { body: GuestBatchReport },
  })
  batch(@Body() input: GuestBatch): Promise<GuestBatchReport> {
    return this.batches.apply(input);
  }

  @Post('import')
  @Access('any')
  @Operation({
    operationId: 'importGuests',
    summary: 'Import guests',
    description:
      'Takes CSV in UTF-8 with a header line and comma or semicolon as the separator, up to 10 MiB and ' +
      `${MAX_ROWS} rows; a file with more rows is refused (\`too_many_rows\`) and must be sent in parts. The columns are ` +
      'named like the fields and may come in any order; `name` is required. Tags are separated by `|`; cells that are missing ' +
      "at a row's end are empty. What people paste along with a value is dropped: invisible marks, and in phone numbers " +
      'blanks, brackets, dots, slashes, dashes and the `(0)` behind the code of a country that does not keep it. A row is matched with a ' +
      'guest by `id` (as in exports), then by `externalId`, then by `email`: an address that one row and one guest have is ' +
      'that guest, also under another name. Where several rows or several guests share an address, name and address together ' +
      'decide, ignoring case, accents and blanks; a row that may mean two guests is `ambiguous`. A row with an unknown ' +
      '`externalId` never means a guest who has another one, and a row with neither is the one guest of that name who has ' +
      'neither. Each guest who gets another name is in `renamed`. The columns of the file overwrite the fields of the ' +
      'matching guest, and an empty cell clears a field, except for the `externalId` of a guest matched by `email`. A row ' +
      'without a match creates a guest. Rows that cannot be used are reported; all others take effect together at the end, and ' +
      'closing the connection before then leaves everything unchanged. ' +
      'Imports wait for one another, for up to a minute; once the waiting files of an organization exceed 32 MiB, further ones are ' +
      'refused (503).',
    takes: FILE,
    response: { body: GuestImportReport },
  })
  import(
    @RawBody() text: string,
    @Query() query: GuestImportQuery,
    @ClientGone() gone: AbortSignal,
  ): Promise<GuestImportReport> {
    return this.imports.import(text, query.dryRun ?? false, gone);
  }

  // Before the routes of one guest, whose `:id` would match "export".
  @Get('export')
  @Access('any')
  @Operation({
    operationId: 'exportGuests',
    summary: 'Export guests',
    description:
      'CSV with the columns that an import takes, in the order in which the guests were created. A cell that a ' +
      'spreadsheet would take for a formula begins with an apostrophe, which an import removes again.',
    response: {
      text: 'text/csv',
      textExample:
        'name,email,phone,company,tags,dietary,notes,externalId,id\r\n' +
        `Ada Lovelace,ada@example.com,+436601234567,,vip|press,,,crm-1815,${exampleId('guest')}\r\n`,
    },
  })
  async export(
    @Query() query: GuestExportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const stream = await this.exports.stream(query);
    response.setHeader('Cache-Control', 'no-store');
    const file = new StreamableFile(stream, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="guests.csv"',
    });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getGuest', summary: 'Read a guest', response: { record: GuestView } })
  get(@IdParam() id: string): Promise<GuestView> {
    return this.guests.get(id);
  }

  @Patch(':id')
  @Access('any')
  @Operation({
    operationId: 'updateGuest',
    summary: 'Change a guest',
    response: { record: GuestView },
    errors: { 409: `${EXTERNAL_ID_TAKEN[409]} \`guest_erased\`: the guest was erased.` },
  })
  update(@IdParam() id: string, @Body() changes: UpdateGuest): Promise<GuestView> {
    return this.guests.update(id, changes);
  }

  @Delete(':id')
  @Access('any')
  @Operation({
    operationId: 'deleteGuest',
    summary: 'Delete a guest',
    description: 'Takes the guest off all events.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.guests.delete(id);
  }

  @Post(':id/erase')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'eraseGuest',
    summary: 'Erase a guest',
    description:
      'Forgets the person for good: name, address, phone, company, tags, dietary needs, notes and externalId, wherever ' +
      'they are kept, in messages, deliveries and the audit log too. The record stays as "Erased guest", and so do ' +
      'places on events that are over. Messages that wait for the guest are not sent; whoever unsubscribed stays ' +
      'unsubscribed. Repeating it changes nothing.',
    response: { body: ErasureView },
    errors: { 409: '`guest_in_use`: the guest is on an event that is not over, and `force` is not set.' },
  })
  erase(@IdParam() id: string, @Body() { force = false }: EraseGuest): Promise<ErasureView> {
    return this.erasures.erase(id, force);
  }
}
