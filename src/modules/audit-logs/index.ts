export { AuditLogsModule } from './audit-logs.module';
