import { useText } from '../../shared/language';
import { MenuItemLink } from '../../shared/menu-item-link';
import { ButtonLink } from '../../shared/text-link';
import { useMay } from '../session';

interface Props {
  /** As the log calls it: `event_guest`. */
  readonly type: string;
  readonly id: string;
}

/** Leads from a record's menu to everything that the log says of it, for those who may read that. */
export function HistoryItem({ type, id }: Props) {
  const { nav } = useText();
  if (!useMay('auditLogs.read')) return null;
  return (
    <MenuItemLink to="/settings/audit-log" search={{ targetType: type, targetId: id }}>
      {nav.history}
    </MenuItemLink>
  );
}

/** The same as a button, for pages and, compact, for rows without a menu. */
export function HistoryButton({ type, id, size = 'sm' }: Props & { readonly size?: 'sm' | 'compact-sm' }) {
  const { nav } = useText();
  if (!useMay('auditLogs.read')) return null;
  const looks = size === 'sm' ? { variant: 'default' } : { variant: 'subtle', color: 'gray' };
  return (
    <ButtonLink {...looks} size={size} to="/settings/audit-log" search={{ targetType: type, targetId: id }}>
      {nav.history}
    </ButtonLink>
  );
}
