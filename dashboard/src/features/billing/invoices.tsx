import { Button, Stack, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListInvoicesData, ListInvoicesResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { useSession } from '../session';
import { invoicePdf, invoicesQuery } from './billing-queries';
import { InvoiceState } from './billing-states';

type Invoice = ListInvoicesResponse['data'][number];

/** The invoices, newest first, each as a PDF. */
export function Invoices() {
  const { billing: text } = useText();
  const { search } = useListSearch();
  const { page, sortBy = 'issuedAt', sortDir = 'desc' } = search;
  const list = useQuery(
    invoicesQuery({ limit: 20, sortBy, sortDir, ...(page !== undefined && { page }) } as ListInvoicesData['query']),
  );
  const pdf = useMutation({
    mutationFn: async ({ id, number }: Invoice) => saveAs(await invoicePdf(id), `${number}.pdf`),
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.invoices}
      </Title>
      {pdf.error === null ? null : <ProblemAlert error={pdf.error} />}
      <RecordTable
        caption={text.invoices}
        columns={useColumns((invoice) => pdf.mutate(invoice))}
        list={list}
        empty={<Empty>{text.noInvoices}</Empty>}
      />
    </Stack>
  );
}

/** Gives a file to the browser's downloads. A plain link can't ask for a PDF: the address has JSON, too. */
function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function useColumns(save: (invoice: Invoice) => void): Column<Invoice>[] {
  const { billing: text } = useText();
  const { organization } = useSession();
  return [
    { key: 'number', title: text.invoice.number, sortKey: 'number', phone: 'first', render: ({ number }) => number },
    {
      key: 'status',
      title: text.invoice.status,
      phone: 'second',
      render: ({ status }) => <InvoiceState status={status} />,
    },
    {
      key: 'issuedAt',
      title: text.invoice.issuedAt,
      sortKey: 'issuedAt',
      phone: 'second',
      render: ({ issuedAt }) => <Instant at={issuedAt} zone={organization.timezone} />,
    },
    {
      key: 'dueAt',
      title: text.invoice.dueAt,
      sortKey: 'dueAt',
      render: ({ dueAt }) => <Instant at={dueAt} zone={organization.timezone} />,
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
