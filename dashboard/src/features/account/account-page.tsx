import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function AccountPage() {
  const { nav } = useText();
  return <Page title={nav.account}>{null}</Page>;
}
