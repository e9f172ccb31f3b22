import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function HomePage() {
  const { nav } = useText();
  return <Page title={nav.home}>{null}</Page>;
}
