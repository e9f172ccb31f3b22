import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetTourResponse, TourStatus } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import type { Versioned } from '../../shared/api';
import { versioned, api } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { useDraftKey, useSession } from '../session';
import { createTour, updateTour } from './tours-queries';
import { TOUR_STATUSES } from './tour-status';

type Tour = GetTourResponse;

const EMPTY = { name: '', status: 'draft' as TourStatus, startDate: '', endDate: '', budget: '', currency: '' };

const tourValues = (tour: Tour) => ({
  name: tour.name,
  status: tour.status,
  startDate: tour.startDate ?? '',
  endDate: tour.endDate ?? '',
  budget: tour.budget === null ? '' : amountToType(tour.budget, tour.currency),
  currency: tour.currency,
  description: tour.description ?? '',
  notes: tour.notes ?? '',
});

type Values = ReturnType<typeof tourValues>;

const bodyOf = ({ name, status, startDate, endDate, budget, currency, description, notes }: Values) => ({
  name,
  status,
  startDate: startDate === '' ? null : startDate,
  endDate: endDate === '' ? null : endDate,
  budget: budget === '' ? null : typedAmount(budget, currency),
  currency,
  description: description === '' ? null : description,
  notes: notes === '' ? null : notes,
});

interface Props {
  /** Null for a new one. */
  readonly tour: Versioned<Tour> | null;
  readonly onDone: (tour: Tour) => void;
  readonly onClose: () => void;
}

export function TourForm({ tour, onDone, onClose }: Props) {
  const { tours: text } = useText();
  const { organization } = useSession();
  const form = useForm<Values>({
    initialValues:
      tour === null
        ? { ...EMPTY, currency: organization.currency, description: '', notes: '' }
        : tourValues(tour.record),
    validate: { budget: useAmountRule() },
  });
  const input = (field: keyof Values) => ({
    label: text.fields[field],
    ...form.getInputProps(field),
  });
  return (
    <RecordForm<Values, Tour>
      title={tour === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`tour ${tour?.record.id ?? 'new'}`)}
      etag={tour?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        tour === null ? createTour(bodyOf(values), idempotencyKey) : updateTour(tour.record.id, bodyOf(values), etag!)
      }
      {...(tour !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.tours.get(tour.record.id));
          return { record: tourValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      words={{ status: text.statuses }}
      submitLabel={tour === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Group grow align="flex-start">
        <DateInput {...input('startDate')} />
        <DateInput {...input('endDate')} />
      </Group>
      <Group grow align="flex-start">
        <AmountInput {...input('budget')} currency={form.values.currency} />
        <TextInput {...input('currency')} maxLength={3} />
      </Group>
      <Select
        {...input('status')}
        data={TOUR_STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
        allowDeselect={false}
      />
      <Textarea {...input('description')} autosize minRows={2} />
      <Textarea {...input('notes')} autosize minRows={2} />
    </RecordForm>
  );
}
