import { Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { toPage, type Page } from '../../kernel/page';
import { periodOf } from '../../kernel/period';
import { found } from '../../kernel/problems';
import { OrganizationsService } from '../organizations';
import {
  toAuditLogView,
  toPlatformAuditLogView,
  type AuditLogRow,
  type AuditLogsQuery,
  type AuditLogView,
  type PlatformAuditLogView,
} from './audit-logs.dto';
import { AuditLogsRepository } from './audit-logs.repository';

/** Reads the audit log; writing it is for the platform. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly auditLogs: AuditLogsRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * The log of the organization in scope.
   *
   * @throws ValidationFailed when the period ends before it starts
   */
  list(query: AuditLogsQuery): Promise<Page<AuditLogView>> {
    const zone = async () => (await this.organizations.current()).timezone;
    return this.page('list', query, zone, toAuditLogView);
  }

  /**
   * The logs of all organizations and of the platform.
   *
   * @throws ValidationFailed when the period ends before it starts
   */
  listAll(query: AuditLogsQuery): Promise<Page<PlatformAuditLogView>> {
    return this.page('listAll', query, () => Promise.resolve('UTC'), toPlatformAuditLogView);
  }

  /** @throws NotFound when the log of the organization in scope has no such record */
  async get(id: string): Promise<AuditLogView> {
    return toAuditLogView(found(await this.auditLogs.find(id)));
  }

  private async page<View>(
    which: 'list' | 'listAll',
    query: AuditLogsQuery,
    zone: () => Promise<string>,
    toView: (row: AuditLogRow) => View,
  ): Promise<Page<View>> {
    const period = await periodOf(query, zone);
    const { action, actorId, targetType, targetId } = query;
    if (actorId !== undefined && !isId(actorId)) return toPage([], 0, query);
    const order = { by: query.sortBy ?? 'occurredAt', direction: query.sortDir ?? 'desc' } as const;
    const { rows, total } = await this.auditLogs[which](
      { action, actorId, targetType, targetId, ...period },
      order,
      query,
    );
    return toPage(rows.map(toView), total, query);
  }
}
