import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/routes/access.decorator';
import { ClientGone } from '../../platform/bodies/client-gone';
import { IdParam } from '../../platform/fields/id.param';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { AuditLogsQuery, AuditLogView, AuditVerificationView, PlatformAuditLogView } from './audit-logs.dto';
import { AuditLogsService } from './audit-logs.service';
import { AuditVerificationService } from './audit-verification.service';

@Controller('api/audit-logs')
@Section('Who changed what, and when; sealed, so that a record that is changed or missing is found.')
export class AuditLogsController {
  constructor(
    private readonly auditLogs: AuditLogsService,
    private readonly verification: AuditVerificationService,
  ) {}

  @Get()
  @Access('any', { permission: 'auditLogs.read' })
  @Operation({
    operationId: 'listAuditLogs',
    summary: 'List who changed what',
    description: 'Newest first.',
    response: { page: AuditLogView },
  })
  list(@Query() query: AuditLogsQuery): Promise<Page<AuditLogView>> {
    return this.auditLogs.list(query);
  }

  @Get('platform')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listPlatformAuditLogs',
    summary: 'List who changed what on the whole platform',
    description: 'Records of all organizations, and records that belong to no organization, newest first.',
    response: { page: PlatformAuditLogView },
  })
  listAll(@Query() query: AuditLogsQuery): Promise<Page<PlatformAuditLogView>> {
    return this.auditLogs.listAll(query);
  }

  @Get('verify')
  @Access('any', { permission: 'auditLogs.read' })
  @Operation({
    operationId: 'verifyAuditLogs',
    summary: 'Recompute the hash chain of the audit log',
    description:
      'New records are sealed in the background, usually within a second; until then they count as unsealed.',
    response: { body: AuditVerificationView },
  })
  verify(@ClientGone() gone: AbortSignal): Promise<AuditVerificationView> {
    return this.verification.verify(gone);
  }

  @Get(':id')
  @Access('any', { permission: 'auditLogs.read' })
  @Operation({ operationId: 'getAuditLog', summary: 'Read an audit record', response: { record: AuditLogView } })
  get(@IdParam() id: string): Promise<AuditLogView> {
    return this.auditLogs.get(id);
  }
}
