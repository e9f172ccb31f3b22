import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { exampleId } from '../../../platform/fields/example-id';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ChangeStreams } from './change-streams';
import { ChangesQuery, ChangesStreamQuery, ChangesView } from './changes.dto';
import { ChangesService } from './changes.service';

const ORDER =
  'All readers get the changes in the same order, each once: a change that could see another comes after it, and ' +
  'nothing is ever put before a cursor that was handed out. A change is there within two seconds of its commit. ' +
  'Changes of members, roles, API keys, webhooks and billing are for callers who may read those. A key with scopes gets ' +
  'the changes of what it may read; naming another type is 403 `out_of_scope`, with the scope in `params`. They can be ' +
  'read for 30 days.';
const EXPIRED =
  '`cursor_expired`: the cursor is older than 30 days. Ask without one first, then read the lists again, and go on from the ' +
  '`next` of that response: what changes while the lists are read comes after it.';
const CURSOR = 'AAAAAAAAABcBmdTSoABvb1Rk5m0q1L2hYI0c0XnAUQnVw2qX';

@Controller('api/changes')
@Section('What has changed in the organization, to keep up with it by asking or by a stream.')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  @Access('any', { anyScope: true })
  @Operation({
    operationId: 'listChanges',
    summary: 'List what has changed since a cursor',
    description: `${ORDER}\n\nWithout \`after\` nothing is listed: \`next\` is the cursor to go on from.`,
    response: { body: ChangesView, filtered: true },
    errors: { 400: 'On `after`: `invalid_cursor`, it is no cursor of this organization.', 410: EXPIRED },
  })
  list(@Query() query: ChangesQuery): Promise<ChangesView> {
    return this.changes.list(query);
  }

  @Get('stream')
  @Access('any', { anyScope: true })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last event that the caller got; what came after it is sent first.',
    schema: { type: 'string', maxLength: 100 },
  })
  @Operation({
    operationId: 'streamChanges',
    summary: 'Follow what changes, as it changes',
    description:
      'Server-sent events (WHATWG HTML, 9.2): the `id` is the cursor, the `data` the change as the list shows it. A ' +
      `comment comes every 15 seconds. ${ORDER}\n\n` +
      'With `Last-Event-ID`, which browsers send automatically, the stream goes on after that event, without gaps or ' +
      'repetitions. The first `id`, without data, says where the stream begins.\n\n' +
      'The stream ends when its credential ends, when the session moves to another organization, and when the service ' +
      'stops; a client that does not read is cut off and goes on from its last event. A caller may have as many streams ' +
      'open as it may send requests in a window of the rate limit, and an organization 100 per process of the service; one more closes the oldest.',
    response: {
      text: 'text/event-stream',
      filtered: true,
      textExample:
        `retry: 3000\nid: ${CURSOR}\n\n` +
        `id: ${CURSOR}\ndata: {"cursor":"${CURSOR}","id":"${exampleId('change')}","type":"expense.updated",` +
        `"occurredAt":"2027-05-14T09:30:00.000Z","actor":{"type":"user","id":"${exampleId('user')}","name":"Ada Planner"},` +
        `"target":{"type":"expense","id":"${exampleId('expense')}","externalId":"erp-4711"},"eventId":"${exampleId('event')}",` +
        `"tourId":"${exampleId('tour')}","changed":["amount"]}\n\n`,
    },
    errors: {
      400: 'On `Last-Event-ID`: `invalid_cursor`, it is no cursor of this organization.',
      406: '`not_acceptable`: the caller takes no `text/event-stream`.',
      410: EXPIRED,
    },
  })
  stream(@Query() query: ChangesStreamQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.streams.open(query, request, response);
  }
}
