import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function WebhooksPage() {
  const { nav } = useText();
  return <Page title={nav.webhooks}>{null}</Page>;
}
