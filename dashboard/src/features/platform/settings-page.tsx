import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformSettingsPage() {
  const { nav } = useText();
  return <Page title={nav.settings}>{null}</Page>;
}
