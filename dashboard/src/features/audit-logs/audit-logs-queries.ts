import { queryOptions } from '@tanstack/react-query';
import type { ListAuditLogsData, ListPlatformAuditLogsData } from '@tour-events/client';
import { api } from '../../shared/api';

export const auditLogsQuery = (query: ListAuditLogsData['query']) =>
  queryOptions({
    queryKey: ['audit-logs', 'list', query],
    queryFn: ({ signal }) => api.auditLogs.list(query, { signal }),
    placeholderData: (before) => before,
    // Every change anywhere adds to it, and a list that grows under the cursor is hard to read: it is read again when opened.
    staleTime: 0,
  });

export const platformAuditLogsQuery = (query: ListPlatformAuditLogsData['query']) =>
  queryOptions({
    queryKey: ['platform-audit-logs', query],
    queryFn: ({ signal }) => api.auditLogs.listPlatform(query, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });

/** Records never change. */
export const auditLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-logs', id],
    queryFn: ({ signal }) => api.auditLogs.get(id, { signal }),
    staleTime: Infinity,
  });

export const verifyAuditLog = () => api.auditLogs.verify();
