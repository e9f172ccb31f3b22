import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function GuestsPage() {
  const { nav } = useText();
  return <Page title={nav.guests}>{null}</Page>;
}
