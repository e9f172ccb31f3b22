import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, type SubscribeToPlanData } from '@tour-events/client';
import { Day } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { moneyText } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { fieldText } from '../../shared/problems';
import { useSession } from '../session';
import { previewQuery } from './billing-queries';

/** What a choice costs and when, as the service computes it; nothing is changed by looking. */
export function CostPreview({ wanted }: { readonly wanted: SubscribeToPlanData['body'] }) {
  const { billing: text, problems } = useEveryText();
  const { organization } = useSession();
  const { data, error } = useQuery(previewQuery(wanted));
  // A coupon that does not fit is no failure of the page.
  if (error instanceof ApiError && error.errors[0] !== undefined) {
    return (
      <Text size="sm" role="alert" className="bad-text">
        {fieldText(error.errors[0], problems)}
      </Text>
    );
  }
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton h={96} data-loading aria-busy="true" />;
  const { invoice, renewal, voided } = data;
  const rows = [
    ...(invoice === null ? [] : [{ key: 'now', when: text.now, ...invoice }]),
    ...(renewal === null
      ? []
      : [{ key: 'next', when: <Day at={renewal.issuedAt} zone={organization.timezone} />, ...renewal }]),
  ];
  return (
    <Stack gap="xs" role="status">
      <Table variant="vertical" aria-label={text.costs}>
        <Table.Thead>
          <Table.Tr>
            {[text.invoicedOn, text.price, text.discount, text.toPay].map((title, index) => (
              <Table.Th key={title} scope="col" ta={index === 0 ? 'left' : 'right'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, when, subtotal, discount, total, currency }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {when}
              </Table.Th>
              <Table.Td className="figures" ta="right">
                {moneyText(subtotal, currency)}
              </Table.Td>
              <Table.Td className="figures" ta="right">
                {/^[0.]+$/.test(discount) ? '–' : `−${moneyText(discount, currency)}`}
              </Table.Td>
              <Table.Td className="figures" ta="right" fw={600}>
                {moneyText(total, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {invoice === null ? <Text size="sm">{text.nothingNow}</Text> : null}
      {voided === null ? null : (
        <Text size="sm">{text.voided(voided.number, moneyText(voided.total, voided.currency))}</Text>
      )}
    </Stack>
  );
}
