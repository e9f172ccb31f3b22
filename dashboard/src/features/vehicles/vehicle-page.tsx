import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function VehiclePage() {
  const { nav } = useText();
  return <Page title={nav.vehicles}>{null}</Page>;
}
