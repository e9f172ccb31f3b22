import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function VehiclesPage() {
  const { nav } = useText();
  return <Page title={nav.vehicles}>{null}</Page>;
}
