import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function AuditLogPage() {
  const { nav } = useText();
  return <Page title={nav.auditLog}>{null}</Page>;
}
