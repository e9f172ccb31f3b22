import './expenses.css';
import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListExpensesData, ListExpensesResponse } from '@tour-events/client';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Day } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { moneyText } from '../../shared/money';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowMenu } from '../../shared/row-menu';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { HistoryItem } from '../audit-logs';
import { useSession } from '../session';
import { deleteExpense, expenseQuery, expensesQuery, type ExpenseOwner } from './expenses-queries';

const ExpenseForm = lazyDialog(() => import('./expense-form').then((file) => file.ExpenseForm));

type Expense = ListExpensesResponse['data'][number];

interface Props {
  readonly owner: ExpenseOwner;
  readonly query: ListExpensesData['query'];
  readonly empty: ReactNode;
}

/** A page of expenses, each of which can be changed and deleted; with their events, where they are of several. */
export function ExpenseTable({ owner, query, empty }: Props) {
  const { expenses: text, common } = useText();
  const { organization } = useSession();
  const list = useQuery(expensesQuery(owner, query));
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Expense | null>(null);
  const columns: Column<Expense>[] = [
    {
      key: 'incurredAt',
      title: text.fields.incurredAt,
      sortKey: 'incurredAt',
      phone: 'second',
      render: ({ incurredAt }) => <Day at={incurredAt} zone={organization.timezone} />,
    },
    {
      key: 'category',
      title: text.fields.category,
      phone: 'first',
      render: ({ category }) => (
        <span className="sentence-case">
          <Chip tone="neutral">{category}</Chip>
        </span>
      ),
    },
    ...('tourId' in owner ? [eventColumn(text.fields.eventId)] : []),
    {
      key: 'description',
      title: text.fields.description,
      phone: 'second',
      render: ({ description }) =>
        description === null ? null : (
          <Text size="sm" lineClamp={4} title={description}>
            {description}
          </Text>
        ),
    },
    { key: 'createdBy', title: text.loggedBy, render: ({ createdByName }) => createdByName },
    {
      key: 'amount',
      title: text.fields.amount,
      sortKey: 'amount',
      align: 'right',
      phone: 'second',
      render: ({ amount, currency }) => moneyText(amount, currency),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (expense) => (
        <RowMenu label={text.actionsOf(expense.category)}>
          <Menu.Item onClick={() => setEditing(expense.id)}>{common.edit}</Menu.Item>
          <HistoryItem type="expense" id={expense.id} />
          <Menu.Item color="red" onClick={() => setDeleting(expense)}>
            {common.delete}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
  return (
    <>
      <RecordTable caption={text.title} noun="expenses" columns={columns} list={list} empty={empty} />
      {editing === null ? null : <EditExpense id={editing} onClose={() => setEditing(null)} />}
      {deleting === null ? null : (
        <ConfirmDialog
          title={text.deleteTitle}
          action={common.delete}
          isFinal
          run={() => deleteExpense(deleting.id)}
          onDone={() => setDeleting(null)}
          onCancel={() => setDeleting(null)}
        >
          {text.deleteText(deleting.category, moneyText(deleting.amount, deleting.currency))}
        </ConfirmDialog>
      )}
    </>
  );
}

function eventColumn(title: string): Column<Expense> {
  return {
    key: 'event',
    title,
    phone: 'second',
    render: ({ eventId, eventName }) => (
      <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'expenses' }}>
        {eventName}
      </TextLink>
    ),
  };
}

function EditExpense({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useQuery(expenseQuery(id));
  if (data === undefined) return null;
  return <ExpenseForm expense={data} eventId={data.record.eventId} onDone={onClose} onClose={onClose} />;
}
