import { Select, Textarea, TextInput } from '@mantine/core';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { choices } from '../../shared/choices';
import { orNull } from '../../shared/typed';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { ResourceForm } from '../resources';
import { useSession } from '../session';
import { tours, type Tour } from './tour';
import { TOUR_STATUSES } from './tour-status';

const FORM = formOf(tours, {
  valuesOf: (tour) => ({
    name: tour.name,
    status: tour.status,
    startDate: tour.startDate ?? '',
    endDate: tour.endDate ?? '',
    budget: tour.budget === null ? '' : amountToType(tour.budget, tour.currency),
    currency: tour.currency,
    description: tour.description ?? '',
    notes: tour.notes ?? '',
  }),
  empty: {
    name: '',
    status: 'draft',
    startDate: '',
    endDate: '',
    budget: '',
    currency: '',
    description: '',
    notes: '',
  },
  bodyOf: ({ name, status, startDate, endDate, budget, currency, description, notes }) => ({
    name,
    status,
    startDate: orNull(startDate),
    endDate: orNull(endDate),
    budget: budget === '' ? null : typedAmount(budget, currency),
    currency,
    description: orNull(description),
    notes: orNull(notes),
  }),
});

export function TourForm(props: FormProps<Tour>) {
  const { tours: text } = useText();
  const { currency } = useSession().organization;
  return (
    <ResourceForm
      {...props}
      of={FORM}
      text={text}
      words={{ status: text.statuses }}
      begin={{ currency }}
      validate={{ budget: useAmountRule() }}
    >
      {(input, { values, setFieldValue }) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <FieldRow>
            <DateInput {...input('startDate')} />
            <DateInput {...input('endDate')} />
          </FieldRow>
          <FieldRow>
            <AmountInput {...input('budget')} currency={values.currency} />
            <TextInput
              {...input('currency')}
              maxLength={3}
              onChange={({ currentTarget }) => setFieldValue('currency', currentTarget.value.toUpperCase())}
            />
          </FieldRow>
          <Select {...input('status')} data={choices(TOUR_STATUSES, text.statuses)} allowDeselect={false} />
          <Textarea {...input('description')} autosize minRows={2} />
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
