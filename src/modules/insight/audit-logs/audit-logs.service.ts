import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { periodOf } from '../../../kernel/period';
import { found } from '../../../kernel/problems';
import { OrganizationsService } from '../../people/organizations';
import {
  toAuditLogView,
  toPlatformAuditLogView,
  type AuditLogRow,
  type AuditLogsQuery,
  type AuditLogView,
  type PlatformAuditLogView,
} from './audit-logs.dto';
import { AuditNamesRepository } from './audit-names.repository';
import { AuditLogsRepository } from './audit-logs.repository';

/** Reads the audit log; writing it is for the platform. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly auditLogs: AuditLogsRepository,
    private readonly names: AuditNamesRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * The log of the organization in scope.
   *
   * @throws ValidationFailed when the period ends before it starts
   */
  async list(query: AuditLogsQuery): Promise<Page<AuditLogView>> {
    const zone = async () => (await this.organizations.current()).timezone;
    const { rows, total } = await this.page('list', query, zone);
    const names = await this.names.namesIn(rows);
    return toPage(
      rows.map((row) => toAuditLogView(row, names)),
      total,
      query,
    );
  }

  /**
   * The logs of all organizations and of the platform.
   *
   * @throws ValidationFailed when the period ends before it starts
   */
  async listAll(query: AuditLogsQuery): Promise<Page<PlatformAuditLogView>> {
    const { rows, total } = await this.page('listAll', query, () => Promise.resolve('UTC'));
    const names = await this.names.organizationNamesIn(rows);
    return toPage(
      rows.map((row) => toPlatformAuditLogView(row, names)),
      total,
      query,
    );
  }

  /** @throws NotFound when the log of the organization in scope has no such record */
  async get(id: string): Promise<AuditLogView> {
    const row = found(await this.auditLogs.find(id));
    return toAuditLogView(row, await this.names.namesIn([row]));
  }

  private async page(
    which: 'list' | 'listAll',
    query: AuditLogsQuery,
    zone: () => Promise<string>,
  ): Promise<{ rows: AuditLogRow[]; total: number }> {
    const period = await periodOf(query, zone);
    const { action, actorId, targetType, targetId } = query;
    if (actorId !== undefined && !isId(actorId)) return { rows: [], total: 0 };
    const order = { by: query.sortBy ?? 'occurredAt', direction: query.sortDir ?? 'desc' } as const;
    const actions = action ? action.split(',') : undefined;
    return this.auditLogs[which]({ actions, actorId, targetType, targetId, ...period }, order, query);
  }
}
