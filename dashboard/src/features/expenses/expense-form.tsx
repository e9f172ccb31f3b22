import { Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetExpenseResponse } from '@tour-events/client';
import { recorded, te, type Recorded } from '../../shared/api';
import { useText } from '../../shared/language';
import { typedAmount } from '../../shared/money';
import { RecordForm } from '../../shared/record-form';
import { instantAt, wallTimeIn } from '../../shared/time';
import { eventsQuery } from '../events';
import { useDraftKey, useSession } from '../session';
import { categoriesQuery, logExpense, updateExpense } from './expenses-queries';

type Expense = GetExpenseResponse;

interface Values extends Record<string, unknown> {
  eventId: string;
  amount: string;
  category: string;
  currency: string;
  incurredAt: string;
  description: string;
}

const valuesOf = (expense: Expense, zone: string): Values => ({
  eventId: expense.eventId,
  amount: expense.amount,
  category: expense.category,
  currency: expense.currency,
  incurredAt: localTime(expense.incurredAt, zone),
  description: expense.description ?? '',
});

/** As `datetime-local` inputs have it: `2027-05-14T19:30`. */
const localTime = (instant: string, zone: string) => wallTimeIn(instant, zone).slice(0, 16).replace(' ', 'T');

interface Props {
  /** Null for a new one. */
  readonly expense: Recorded<Expense> | null;
  /** The event that it belongs to; asked for when it is not known. */
  readonly eventId: string | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Amount, category, description, Enter: an expense is logged by keyboard alone. */
export function ExpenseForm({ expense, eventId, onDone, onClose }: Props) {
  const { expenses: text } = useText();
  const { organization } = useSession();
  const zone = organization.timezone;
  const settings = useQuery(categoriesQuery);
  const events = useQuery({
    ...eventsQuery({ limit: 100, sortBy: 'startsAt', sortDir: 'desc' }),
    enabled: eventId === null,
  });
  const form = useForm<Values>({
    initialValues:
      expense === null
        ? {
            eventId: eventId ?? '',
            amount: '',
            category: '',
            currency: organization.currency,
            incurredAt: localTime(new Date().toISOString(), zone),
            description: '',
          }
        : valuesOf(expense.record, zone),
  });
  const bodyOf = ({ amount, category, currency, incurredAt, description }: Values) => ({
    amount: typedAmount(amount),
    category,
    currency,
    incurredAt: instantAt(`${incurredAt}:00`, zone),
    description: description === '' ? null : description,
  });
  const input = (field: keyof Values & string) => ({
    label: text.fields[field as keyof typeof text.fields],
    ...form.getInputProps(field),
  });
  return (
    <RecordForm<Values, Expense>
      title={expense === null ? text.log : text.edit}
      form={form}
      draftKey={useDraftKey(`expense ${expense?.record.id ?? eventId ?? 'new'}`)}
      etag={expense?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        expense === null
          ? logExpense(values.eventId, bodyOf(values), idempotencyKey)
          : updateExpense(expense.record.id, bodyOf(values), etag!)
      }
      {...(expense !== null && {
        readTheirs: async () => {
          const theirs = await recorded(te.expenses.get(expense.record.id));
          return { record: valuesOf(theirs.record, zone), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={expense === null ? text.log : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      {eventId === null && expense === null ? (
        <Select
          {...input('eventId')}
          required
          searchable
          data={events.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      ) : null}
      <Group grow align="flex-start">
        <TextInput {...input('amount')} required inputMode="decimal" data-autofocus />
        <TextInput {...input('currency')} maxLength={3} />
      </Group>
      <Select {...input('category')} required searchable data={settings.data?.expenseCategories ?? []} />
      <TextInput {...input('description')} />
      <TextInput {...input('incurredAt')} type="datetime-local" />
    </RecordForm>
  );
}
