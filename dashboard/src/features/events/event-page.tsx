import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function EventPage() {
  const { nav } = useText();
  return <Page title={nav.events}>{null}</Page>;
}
