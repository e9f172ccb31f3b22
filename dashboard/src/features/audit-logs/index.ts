export { HistoryButton, HistoryItem } from './history-item';
export { actorText, deedText, type AuditLog } from './audit-words';
