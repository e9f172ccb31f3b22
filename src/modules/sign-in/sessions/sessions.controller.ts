import { Controller, Delete, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PageQuery } from '../../../platform/fields/page.query';
import { SessionCookies } from './session-cookies.service';
import { SessionView } from './sessions.dto';
import { SessionsService } from './sessions.service';

@Controller('api/auth/sessions')
@Section('Where the caller is signed in.')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'listSessions',
    summary: "List the caller's own sessions, newest first",
    response: { page: SessionView },
  })
  list(@Query() query: PageQuery): Promise<Page<SessionView>> {
    return this.sessions.list(query);
  }

  @Delete(':id')
  @Access('session', { evenSuspended: true, account: true, fresh: 'another session than this one' })
  @Operation({
    operationId: 'endSession',
    summary: "End one of the caller's own sessions",
    description: 'If it is the session of this request, its cookie is cleared.',
    response: { nothing: true },
    setsCookie: true,
    errors: { 403: "`reauthentication_required`: an organization's provider began the session." },
  })
  async end(@IdParam() id: string, @Res({ passthrough: true }) response: Response): Promise<void> {
    const wasCurrent = await this.sessions.end(id);
    if (wasCurrent) this.cookies.clear(response);
  }
}
