import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function EventsPage() {
  const { nav } = useText();
  return <Page title={nav.events}>{null}</Page>;
}
