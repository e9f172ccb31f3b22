import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function ReferralsPage() {
  const { nav } = useText();
  return <Page title={nav.referrals}>{null}</Page>;
}
