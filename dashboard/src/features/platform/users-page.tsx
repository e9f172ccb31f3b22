import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformUsersPage() {
  const { nav } = useText();
  return <Page title={nav.users}>{null}</Page>;
}
