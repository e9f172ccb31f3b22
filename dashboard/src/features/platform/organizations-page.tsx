import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformOrganizationsPage() {
  const { nav } = useText();
  return <Page title={nav.organizations}>{null}</Page>;
}
