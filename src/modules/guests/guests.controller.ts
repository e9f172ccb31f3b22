import { Body, Controller, Delete, Get, Patch, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/access/access.decorator';
import { ClientGone } from '../../platform/http/client-gone';
import { exampleId } from '../../platform/http/example-id';
import { IdParam } from '../../platform/http/id.param';
import { Operation, Section } from '../../platform/http/operation.decorator';
import { RawBody } from '../../platform/http/raw-body';
import { MOST_ROWS } from './guest-csv';
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
@Section('People who can be put on events, also as CSV.')
export class GuestsController {
  constructor(
    private readonly guests: GuestsService,
    private readonly imports: GuestImportService,
    private readonly exports: GuestExportService,
  ) {}

  @Get()
  @Access('any')
  @Operation({ operationId: 'listGuests', summary: 'List guests', answer: { page: GuestView } })
  list(@Query() query: GuestsQuery): Promise<Page<GuestView>> {
    return this.guests.list(query);
  }

  @Post()
  @Access('any')
  @Operation({
    operationId: 'createGuest',
    summary: 'Create a guest',
    answer: { record: GuestView },
    status: 201,
    refuses: EXTERNAL_ID_TAKEN,
  })
  create(@Body() input: CreateGuest): Promise<GuestView> {
    return this.guests.create(input);
  }

  @Post('import')
  @Access('any')
  @Operation({
    operationId: 'importGuests',
    summary: 'Import guests',
    description:
      'Takes CSV in UTF-8 with a header line, comma or semicolon between the cells, up to 10 MiB and ' +
      `${MOST_ROWS} rows: a file of more is refused (\`too_many_rows\`), and to be sent in parts. The columns are named ` +
      'like the fields and may come in any order; `name` must be there; tags have `|` between them, and phone numbers may have ' +
      'blanks, brackets, dots, slashes and hyphens in them. A row is matched with ' +
      'a guest by `id`, as exports have it, then by `externalId`, then by `email`: of several guests with that address ' +
      'the first created, and for a row with an `externalId` only those without one. The guest found takes the columns ' +
      'that are there, and an empty cell clears a field. A row without a match is a new guest. Rows that can not be used ' +
      'are named; the others go in, all at once in the end. Who closes the connection before has changed nothing. Imports ' +
      'wait for one another, for a minute at most; beyond 32 MiB of files of an organization that wait, the next is refused (503).',
    takes: FILE,
    answer: { body: GuestImportReport },
  })
  import(
    @RawBody() text: string,
    @Query() query: GuestImportQuery,
    @ClientGone() gone: AbortSignal,
  ): Promise<GuestImportReport> {
    return this.imports.import(text, query.dryRun ?? false, gone);
  }

  // Before the route of one guest, which would take "export" for an id.
  @Get('export')
  @Access('any')
  @Operation({
    operationId: 'exportGuests',
    summary: 'Export guests',
    description:
      'CSV in the columns that an import takes, in the order in which the guests were created. Where a spreadsheet would ' +
      'take a cell for a formula an apostrophe stands in front; an import takes it off again.',
    answer: {
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
    response.setHeader('Cache-Control', 'private, no-cache');
    const file = new StreamableFile(stream, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="guests.csv"',
    });
    // A stream that broke off must not look like one that ended.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getGuest', summary: 'Read a guest', answer: { record: GuestView } })
  get(@IdParam() id: string): Promise<GuestView> {
    return this.guests.get(id);
  }

  @Patch(':id')
  @Access('any')
  @Operation({
    operationId: 'updateGuest',
    summary: 'Change a guest',
    answer: { record: GuestView },
    refuses: EXTERNAL_ID_TAKEN,
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
    answer: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.guests.delete(id);
  }
}
