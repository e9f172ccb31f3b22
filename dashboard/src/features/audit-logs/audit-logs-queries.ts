import type { ListAuditLogsData, ListPlatformAuditLogsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { paging, reading } from '../../shared/reading';

export const auditLogsQuery = (query: ListAuditLogsData['query']) =>
  paging(['audit-logs', 'list', query], (options) => api.auditLogs.list(query, options), {
    // Every change anywhere adds to it, and a list that grows under the cursor is hard to read: it is read again when opened.
    staleTime: 0,
  });

export const platformAuditLogsQuery = (query: ListPlatformAuditLogsData['query']) =>
  paging(['platform-audit-logs', query], (options) => api.auditLogs.listPlatform(query, options), { staleTime: 0 });

/** Records never change. */
export const auditLogQuery = (id: string) =>
  reading(['audit-logs', id], (options) => api.auditLogs.get(id, options), { staleTime: Infinity });

export const verifyAuditLog = () => api.auditLogs.verify();
