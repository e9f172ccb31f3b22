import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { ClientGone } from '../../../platform/bodies/client-gone';
import { exampleId } from '../../../platform/fields/example-id';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AuditExportService } from './audit-export.service';
import {
  AuditExportQuery,
  AuditLogsQuery,
  AuditLogView,
  AuditVerificationView,
  PlatformAuditLogView,
} from './audit-logs.dto';
import { AuditLogsService } from './audit-logs.service';
import { AuditVerificationService } from './audit-verification.service';

/** A line of an export. */
const EXPORTED =
  `{"previousSeal":"${'0'.repeat(64)}","record":{"action":"tour.created","actorId":null,"actorName":null,` +
  `"actorType":"system","changes":"{}","id":"${exampleId('auditLog')}","impersonatorEmail":null,"impersonatorId":null,` +
  `"ip":null,"occurredAt":"2027-05-14T07:30:00.000Z","organizationId":"${exampleId('organization')}","personal":null,` +
  `"personalOf":null,"position":1,` +
  `"requestId":null,"targetId":"${exampleId('tour')}","targetType":"tour","userAgent":null},"seal":"${'0f'.repeat(32)}",` +
  `"personal":null}\n`;

@Controller('api/audit-logs')
@Section('Who changed what, and when; sealed, so that a record that is changed or missing is found.')
export class AuditLogsController {
  constructor(
    private readonly auditLogs: AuditLogsService,
    private readonly verification: AuditVerificationService,
    private readonly exports: AuditExportService,
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

  @Get('export')
  @Access('any', { permission: 'auditLogs.read' })
  @Operation({
    operationId: 'exportAuditLogs',
    summary: 'Export the audit log of a period with its seals',
    description:
      'JSON, one sealed record a line, in the order of the hash chain and without gaps: from the first record of the ' +
      'period to the last. That order is the order of commits, so at the edges there may be records that occurred a ' +
      'moment outside the period. Records that are not sealed yet (usually those of the last second) are left out.\n\n' +
      '`seal` is SHA-256, in hexadecimal, of the 32 bytes of `previousSeal` followed by the text of `record` in UTF-8, as ' +
      'it stands in the line: no whitespace, names in alphabetical order, and `changes` as the text that was recorded. ' +
      "Each line's `previousSeal` is the `seal` of the line before; that of the first record of all (`position` 1) is " +
      '32 zero bytes. So whoever kept the last seal of an export finds with the next one whether anything before it was ' +
      'changed. `record` is null where the record is gone.\n\n' +
      'In `record`, names of users and what changed of a person (`personal`) are encrypted, so that seals remain true when ' +
      "somebody is erased; `changes` has null for such fields. The line's own `personal` has what is not erased of them: " +
      '`actorName`, `impersonatorEmail` and `changes`, or null.',
    response: { text: 'application/x-ndjson', textExample: EXPORTED },
  })
  async export(
    @Query() query: AuditExportQuery,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const stream = await this.exports.stream(query, gone);
    response.setHeader('Cache-Control', 'no-store');
    const file = new StreamableFile(stream, {
      type: 'application/x-ndjson; charset=utf-8',
      disposition: 'attachment; filename="audit-log.ndjson"',
    });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }

  @Get(':id')
  @Access('any', { permission: 'auditLogs.read' })
  @Operation({ operationId: 'getAuditLog', summary: 'Read an audit record', response: { record: AuditLogView } })
  get(@IdParam() id: string): Promise<AuditLogView> {
    return this.auditLogs.get(id);
  }
}
