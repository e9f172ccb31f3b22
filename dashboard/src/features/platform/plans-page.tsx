import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformPlansPage() {
  const { nav } = useText();
  return <Page title={nav.plans}>{null}</Page>;
}
