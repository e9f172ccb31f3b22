import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function AnnouncementsPage() {
  const { nav } = useText();
  return <Page title={nav.announcements}>{null}</Page>;
}
