import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformAnnouncementsPage() {
  const { nav } = useText();
  return <Page title={nav.announcements}>{null}</Page>;
}
