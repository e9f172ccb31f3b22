export { AuditLogsModule } from './audit-logs.module';
export { GuestHistoryExport } from './guest-history-export';
