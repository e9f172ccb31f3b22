import { useText } from '../../shared/language';
import { Page } from '../../shared/page';

export function ExpensesPage() {
  const { nav } = useText();
  return <Page title={nav.expenses}>{null}</Page>;
}
