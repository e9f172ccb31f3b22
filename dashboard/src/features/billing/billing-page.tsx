import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function BillingPage() {
  const { nav } = useText();
  return <Page title={nav.billing}>{null}</Page>;
}
