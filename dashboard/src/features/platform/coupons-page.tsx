import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function PlatformCouponsPage() {
  const { nav } = useText();
  return <Page title={nav.coupons}>{null}</Page>;
}
