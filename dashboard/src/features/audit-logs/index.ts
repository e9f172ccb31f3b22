export { HistoryButton, HistoryItem } from './history-item';
export { RecordView } from './audit-log-drawer';
export { actorText, deedText, type AuditLog } from './audit-words';
