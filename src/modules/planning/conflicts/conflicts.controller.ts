import { ApiExtraModels } from '@nestjs/swagger';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import {
  AcknowledgeConflict,
  AcknowledgementQuery,
  AcknowledgementView,
  ConflictsQuery,
  ConflictView,
} from './conflicts.dto';
import { ConflictsService } from './conflicts.service';

@Controller('api/conflicts')
@ScopedTo('events')
@Section('What does not go together in the plans.')
export class ConflictsController {
  constructor(private readonly conflicts: ConflictsService) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'listConflicts',
    summary: 'List conflicts',
    description:
      'Pairs of events that need the same vehicle or person at overlapping times, and events that are at odds with their ' +
      'tour or their capacity; the earliest first. Events that only touch do not overlap, an event without an end ' +
      'counts as two hours long, and a cancelled one has no conflicts. Whoever declined counts neither as on the team ' +
      'nor as a guest. Those that somebody has acknowledged are listed only with `acknowledged=true`; they come back ' +
      'when a time that is involved changes.',
    response: { page: ConflictView },
  })
  list(@Query() query: ConflictsQuery): Promise<Page<ConflictView>> {
    return this.conflicts.list(query);
  }

  @Post('acknowledge')
  @Access('any')
  @ApiExtraModels(AcknowledgementView)
  @Operation({
    operationId: 'acknowledgeConflict',
    summary: 'Acknowledge a conflict',
    description: 'It is no longer listed until a time that is involved changes.',
    response: { body: ConflictView },
    status: 200,
  })
  acknowledge(@Body() input: AcknowledgeConflict): Promise<ConflictView> {
    return this.conflicts.acknowledge(input);
  }

  @Delete('acknowledge')
  @Access('any')
  @Operation({
    operationId: 'reopenConflict',
    summary: 'Take back the acknowledgement of a conflict',
    response: { nothing: true },
  })
  reopen(@Query() query: AcknowledgementQuery): Promise<void> {
    return this.conflicts.reopen(query);
  }
}
