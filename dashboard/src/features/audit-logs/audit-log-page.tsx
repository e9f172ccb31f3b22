import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { PageActions } from '../../shared/page-actions';
import { useMay, useSession } from '../session';
import { AuditLogList, useAuditLogSearch } from './audit-log-list';
import { auditLogQuery, auditLogsQuery } from './audit-logs-queries';
import { Verification } from './verification';

const AuditLogDrawer = lazyDialog(() => import('./audit-log-drawer').then((file) => file.AuditLogDrawer));
const ExportDialog = lazyDialog(() => import('./export-dialog').then((file) => file.ExportDialog));

/** The log of an organization. */
export function AuditLogPage() {
  const { auditLogs: text } = useEveryText();
  const { search, filter } = useListSearch();
  const { organization } = useSession();
  const list = useQuery(auditLogsQuery(useAuditLogSearch()));
  const [isVerifying, setVerifying] = useState(false);
  const { record, form } = search;
  const actions = useMay('auditLogs.read') ? (
    <PageActions
      actions={[
        { label: text.export, run: () => filter({ form: 'export' }) },
        { label: text.verify, run: () => setVerifying(true) },
      ]}
    />
  ) : null;
  return (
    <AuditLogList
      to="/settings/audit-log"
      actions={actions}
      notice={isVerifying ? <Verification onClose={() => setVerifying(false)} /> : null}
      types={text.types}
      list={list}
      zone={organization.timezone}
    >
      {typeof record === 'string' ? <OwnRecord id={record} /> : null}
      {form === 'export' ? <ExportDialog onClose={() => filter({ form: undefined })} /> : null}
    </AuditLogList>
  );
}

/** One that need not be in the list: a link from elsewhere may lead to it. */
function OwnRecord({ id }: { readonly id: string }) {
  const { data: record, error } = useQuery(auditLogQuery(id));
  return <AuditLogDrawer record={record} error={error} />;
}
