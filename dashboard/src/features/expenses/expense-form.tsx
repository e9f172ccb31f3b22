import { Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ConnectionError, type GetExpenseResponse } from '@tour-events/client';
import { useEffect, useRef, useState } from 'react';
import { DateInput } from '../../shared/date-input';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { api, readAs, type Versioned } from '../../shared/api';
import { FieldRow } from '../../shared/field-row';
import { folded, hasWords } from '../../shared/folded';
import { useText } from '../../shared/language';
import { moneyText } from '../../shared/money';
import { queryClient } from '../../shared/query-client';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { instantAt, localTime } from '../../shared/time';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { EVENT_CHOICES, events } from '../events';
import { useDraftKey, useSession } from '../session';
import {
  categoriesQuery,
  logExpense,
  recentEventsQuery,
  rememberExpense,
  updateExpense,
  usualExpenseQuery,
} from './expenses-queries';
import { likelyEvent } from './likely-event';
import { waitingExpenses, type WaitingExpense } from './waiting-expenses';

type Expense = GetExpenseResponse;

interface Values extends Record<string, unknown> {
  eventId: string;
  amount: string;
  category: string;
  currency: string;
  incurredAt: string;
  description: string;
}

const expenseValues = (expense: Expense, zone: string): Values => ({
  eventId: expense.eventId,
  amount: amountToType(expense.amount, expense.currency),
  category: expense.category,
  currency: expense.currency,
  incurredAt: localTime(expense.incurredAt, zone),
  description: expense.description ?? '',
});

/** The name of an event whose screen is open. */
const eventQueryName = (id: string) => queryClient.getQueryData(events.one(id).queryKey)?.record.name ?? '';

/** The category that was meant by what was typed of it, or null when there is none. */
function categoryLike(typed: string, categories: readonly string[]): string | null {
  const wanted = folded(typed).trim();
  if (wanted === '') return null;
  const isExactly = (category: string) => folded(category) === wanted;
  return categories.find(isExactly) ?? categories.find((category) => hasWords(category, wanted)) ?? null;
}

interface Props {
  /** Null for a new one. */
  readonly expense: Versioned<Expense> | null;
  /** The event that it belongs to; asked for when it is not known. */
  readonly eventId: string | null;
  /** Where it is asked for: the one to begin with. */
  readonly likelyEventId?: string | null;
  /** One that the service did not take, to be changed. */
  readonly waiting?: WaitingExpense;
  /** Told whether the service has it; if not, it waits to be sent. */
  readonly onDone: (isLogged: boolean) => void;
  readonly onClose: () => void;
}

/** Amount, category, description, Enter: an expense is logged by keyboard alone. */
export function ExpenseForm({ expense, eventId, likelyEventId = null, waiting, onDone, onClose }: Props) {
  const { expenses: text, problems } = useText();
  const { organization } = useSession();
  const owner = useDraftKey('expenses');
  const zone = organization.timezone;
  const settings = useQuery(categoriesQuery);
  const categories = settings.data?.expenseCategories ?? [];
  const [typedCategory, setTypedCategory] = useState('');
  const recent = useQuery({ ...recentEventsQuery, enabled: eventId === null }).data;
  const isClear = useAmountRule();
  const required = (value: string) => (value.trim() === '' ? problems.fields.required : null);
  const form = useForm<Values>({
    initialValues: expense === null ? newValues() : expenseValues(expense.record, zone),
    validate: {
      eventId: required,
      amount: (value, values) => isClear(value, values) ?? required(value),
      category: required,
    },
  });
  function newValues(): Values {
    const { body } = waiting ?? {};
    return {
      eventId: waiting?.eventId ?? eventId ?? likelyEventId ?? likelyEvent(recent ?? []) ?? '',
      amount: body === undefined ? '' : amountToType(body.amount, body.currency ?? organization.currency),
      category: body?.category ?? '',
      currency: body?.currency ?? organization.currency,
      incurredAt: localTime(body?.incurredAt ?? new Date().toISOString(), zone),
      description: body?.description ?? '',
    };
  }
  const beginEvent = (events: Parameters<typeof likelyEvent>[0]) => {
    const likely = likelyEvent(events);
    // No change that somebody made, and none to be asked about.
    if (expense !== null || likely === null || form.getValues().eventId !== '') return;
    form.setInitialValues({ ...form.getValues(), eventId: likely });
    form.setFieldValue('eventId', likely);
  };
  useEffect(() => {
    if (recent !== undefined) beginEvent(recent);
  }, [recent]); // eslint-disable-line react-hooks/exhaustive-deps -- `form` is new on every render
  // What was typed before there were any to choose from.
  const unreadCategory = useRef('');
  const takeUnread = (all: readonly string[]) => {
    const found = categoryLike(unreadCategory.current, all);
    if (found !== null && form.getValues().category === '') form.setFieldValue('category', found);
    unreadCategory.current = '';
  };
  useEffect(() => {
    if (settings.data !== undefined) takeUnread(settings.data.expenseCategories);
  }, [settings.data]); // eslint-disable-line react-hooks/exhaustive-deps -- `form` is new on every render
  /** Whoever types faster than the choices are read means those that will be there. */
  const complete = async () => {
    const [read, events] = await Promise.all([
      queryClient.ensureQueryData(categoriesQuery).catch(() => null),
      eventId === null ? queryClient.ensureQueryData(recentEventsQuery).catch(() => null) : null,
    ]);
    if (read !== null) takeUnread(read.expenseCategories);
    if (events !== null) beginEvent(events);
  };
  const isRead = settings.data !== undefined && (eventId !== null || recent !== undefined);
  // What somebody has logged already is changed as it is.
  const isNew = expense === null && waiting === undefined;
  const ofEvent = useQuery({
    ...usualExpenseQuery(form.values.eventId),
    enabled: isNew && form.values.eventId !== '',
  });
  const usual = isNew ? ofEvent.data : undefined;
  useEffect(() => {
    if (usual === undefined) return;
    const begin = (field: 'currency' | 'category', value: string) => {
      if (form.isDirty(field)) return;
      form.setInitialValues({ ...form.getInitialValues(), [field]: value });
      form.setFieldValue(field, value);
    };
    begin('currency', usual.currency ?? organization.currency);
    // Into a field in which somebody is typing nothing is put.
    const isTyping = form.getInputNode('category') === document.activeElement;
    if (usual.category !== null && !isTyping) begin('category', usual.category);
  }, [usual?.currency, usual?.category]); // eslint-disable-line react-hooks/exhaustive-deps -- `form` is new on every render
  const log = async (typed: Values, key: string): Promise<boolean> => {
    // Whoever is quicker than the response that says which currency is usual means that one.
    const isAsking = ofEvent.fetchStatus === 'fetching' && !form.isDirty('currency');
    const asked = isAsking
      ? await queryClient.ensureQueryData(usualExpenseQuery(typed.eventId)).catch(() => null)
      : null;
    const values = { ...typed, currency: asked?.currency ?? typed.currency };
    try {
      await logExpense(values.eventId, bodyOf(values), key);
      return true;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const eventName = recent?.find(({ id }) => id === values.eventId)?.name ?? eventQueryName(values.eventId);
      rememberExpense(values.eventId, values);
      waitingExpenses.keep(owner, { key, eventId: values.eventId, eventName, body: bodyOf(values), problem: null });
      return false;
    }
  };
  const [saved, setSaved] = useState<string | null>(null);
  const goOn = (isLogged: boolean) => {
    const before = form.getValues();
    const next = { ...before, amount: '', description: '' };
    const { amount, category, currency } = bodyOf(before);
    setSaved((isLogged ? text.loggedNext : text.keptNext)(category, moneyText(amount, currency)));
    form.setInitialValues(next);
    form.setValues(next);
    form.getInputNode('amount')?.focus();
  };
  const takeTypedCategory = () => {
    // Mantine marks the first option by a timer: whoever types faster would leave the field without one.
    unreadCategory.current = settings.data === undefined ? typedCategory : '';
    const found = categoryLike(typedCategory, categories);
    if (form.getValues().category === form.values.category && found !== null) form.setFieldValue('category', found);
  };
  const isNoCategory =
    form.errors['category'] !== undefined && form.values.category === '' && typedCategory.trim() !== '';
  const noCategory = isNoCategory ? text.noCategory(typedCategory.trim()) : undefined;
  const bodyOf = ({ amount, category, currency, incurredAt, description }: Values) => ({
    amount: typedAmount(amount, currency),
    category,
    currency,
    incurredAt: instantAt(`${incurredAt}:00`, zone),
    description: description === '' ? null : description,
  });
  const chosen = recent?.find(({ id }) => id === form.values.eventId);
  const known = chosen === undefined ? undefined : { value: chosen.id, label: chosen.name };
  const input = (field: keyof Values & string) => ({
    label: text.fields[field as keyof typeof text.fields],
    ...form.getInputProps(field),
  });
  return (
    <RecordForm<Values, boolean>
      title={expense === null ? text.log : text.edit}
      form={form}
      draftKey={useDraftKey(`expense ${expense?.record.id ?? eventId ?? 'new'}`)}
      etag={expense?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        expense === null
          ? log(values, idempotencyKey)
          : updateExpense(expense.record.id, bodyOf(values), etag!).then(() => true)
      }
      {...(expense !== null && {
        readTheirs: readAs(
          () => api.expenses.get(expense.record.id),
          (theirs) => expenseValues(theirs, zone),
        ),
      })}
      labels={text.fields}
      complete={isRead || expense !== null ? undefined : complete}
      submitLabel={expense === null ? text.log : undefined}
      next={isNew ? { label: text.saveAndNext, onSaved: goOn } : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      {saved === null ? null : (
        <Text size="sm" role="status">
          {saved}
        </Text>
      )}
      <FieldRow>
        <AmountInput {...input('amount')} currency={form.values.currency} required data-autofocus />
        <Select
          {...input('category')}
          error={noCategory ?? form.errors['category']}
          required
          searchable
          // Else whoever passes a field that has a value would take it out.
          allowDeselect={false}
          // What is remembered is replaced by what is typed.
          onFocus={({ currentTarget }) => currentTarget.select()}
          autoSelectOnBlur
          selectFirstOptionOnChange
          data={categories}
          searchValue={typedCategory}
          onSearchChange={setTypedCategory}
          onBlur={takeTypedCategory}
        />
      </FieldRow>
      <TextInput {...input('description')} />
      {eventId === null && expense === null ? (
        <SearchSelect {...input('eventId')} source={EVENT_CHOICES} known={known} required />
      ) : null}
      <FieldRow isWide>
        <TextInput
          {...input('currency')}
          maxLength={3}
          onChange={({ currentTarget }) => form.setFieldValue('currency', currentTarget.value.toUpperCase())}
        />
        <DateInput {...input('incurredAt')} kind="time" />
      </FieldRow>
    </RecordForm>
  );
}
