import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function MembersPage() {
  const { nav } = useText();
  return <Page title={nav.members}>{null}</Page>;
}
