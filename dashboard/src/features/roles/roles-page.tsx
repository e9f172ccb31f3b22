import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function RolesPage() {
  const { nav } = useText();
  return <Page title={nav.roles}>{null}</Page>;
}
