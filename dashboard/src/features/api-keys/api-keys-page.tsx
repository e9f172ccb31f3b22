import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function ApiKeysPage() {
  const { nav } = useText();
  return <Page title={nav.apiKeys}>{null}</Page>;
}
