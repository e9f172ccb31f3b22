import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function OrganizationPage() {
  const { nav } = useText();
  return <Page title={nav.organization}>{null}</Page>;
}
