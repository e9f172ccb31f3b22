import { Button, Group, Stack, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListInvoicesResponse } from '@tour-events/client';
import { Day } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { saveAs } from '../../shared/save-as';
import { useSession } from '../session';
import { invoicePdf, invoicesQuery, payInvoice } from './billing-queries';
import { InvoiceState } from './billing-states';

type Invoice = ListInvoicesResponse['data'][number];

/** The invoices, newest first, each as a PDF. */
export function Invoices() {
  const { billing: text } = useEveryText();
  const { search } = useListSearch();
  const asked = listQuery(search, { sortBy: ['number', 'issuedAt', 'dueAt'] });
  const list = useQuery(invoicesQuery({ limit: 20, sortBy: 'issuedAt', sortDir: 'desc', ...asked }));
  const pdf = useMutation({
    // A plain link can't ask for a PDF: the address has JSON, too.
    mutationFn: async ({ id, number }: Invoice) => saveAs(await invoicePdf(id), `${number}.pdf`),
  });
  const pay = useMutation({ mutationFn: ({ id }: Invoice) => payInvoice(id) });
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.invoices}
      </Title>
      {[pdf.error, pay.error].map((error, index) =>
        error === null ? null : <ProblemAlert key={index} error={error} />,
      )}
      <RecordTable
        caption={text.invoices}
        noun="invoices"
        columns={useColumns(
          (invoice) => pdf.mutate(invoice),
          (invoice) => pay.mutate(invoice),
        )}
        list={list}
        empty={<Empty>{text.noInvoices}</Empty>}
      />
    </Stack>
  );
}

function useColumns(save: (invoice: Invoice) => void, pay: (invoice: Invoice) => void): Column<Invoice>[] {
  const { billing: text } = useEveryText();
  const { organization, superAdmin } = useSession();
  return [
    { key: 'number', title: text.invoice.number, sortKey: 'number', phone: 'first', render: ({ number }) => number },
    {
      key: 'status',
      title: text.invoice.status,
      phone: 'second',
      render: (invoice) => (
        <Group gap="xs">
          <InvoiceState status={invoice.status} />
          {/* Money that came outside of the product is the operators' to confirm. */}
          {superAdmin && invoice.status === 'open' ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={text.markPaidOf(invoice.number)}
              onClick={() => pay(invoice)}
            >
              {text.markPaid}
            </Button>
          ) : null}
        </Group>
      ),
    },
    {
      key: 'issuedAt',
      title: text.invoice.issuedAt,
      sortKey: 'issuedAt',
      phone: 'second',
      render: ({ issuedAt }) => <Day at={issuedAt} zone={organization.timezone} />,
    },
    {
      key: 'dueAt',
      title: text.invoice.dueAt,
      sortKey: 'dueAt',
      render: ({ dueAt }) => <Day at={dueAt} zone={organization.timezone} />,
    },
    {
      key: 'total',
      title: text.invoice.total,
      align: 'right',
      phone: 'second',
      render: ({ total, currency }) => moneyText(total, currency),
    },
    {
      key: 'pdf',
      title: text.invoice.pdf,
      align: 'right',
      phone: 'second',
      render: (invoice) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={text.pdfOf(invoice.number)}
          onClick={() => save(invoice)}
        >
          {text.invoice.pdf}
        </Button>
      ),
    },
  ];
}
