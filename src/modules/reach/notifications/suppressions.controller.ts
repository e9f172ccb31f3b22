import { Controller, Delete, Get, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { SuppressionsQuery, SuppressionView } from './suppressions.dto';
import { SuppressionsService } from './suppressions.service';

@Controller('api/suppressions')
@ScopedTo('notifications')
@Section('Addresses that want no more e-mail from the organization.')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionsService) {}

  @Get()
  @Access('any', { admin: true })
  @Operation({
    operationId: 'listSuppressions',
    summary: 'List the addresses that want no more e-mail, newest first',
    response: { page: SuppressionView },
  })
  list(@Query() query: SuppressionsQuery): Promise<Page<SuppressionView>> {
    return this.suppressions.list(query);
  }

  @Get(':id')
  @Access('any', { admin: true })
  @Operation({ operationId: 'getSuppression', summary: 'Read a suppression', response: { record: SuppressionView } })
  get(@IdParam() id: string): Promise<SuppressionView> {
    return this.suppressions.get(id);
  }

  @Delete(':id')
  @Access('any', { admin: true })
  @Operation({
    operationId: 'liftSuppression',
    summary: 'Lift a suppression: the address gets e-mail again',
    response: { nothing: true },
  })
  lift(@IdParam() id: string): Promise<void> {
    return this.suppressions.lift(id);
  }
}
