import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import type { FormProps } from '../../shared/resource';
import { choices } from '../../shared/choices';
import { ResourceForm } from '../resources';
import { useSession } from '../session';
import { tours, type Tour } from './tour';
import { TOUR_STATUSES } from './tour-status';

export function TourForm(props: FormProps<Tour>) {
  const { tours: text } = useText();
  const { currency } = useSession().organization;
  return (
    <ResourceForm
      {...props}
      of={tours}
      text={text}
      words={{ status: text.statuses }}
      begin={{ currency }}
      validate={{ budget: useAmountRule() }}
    >
      {(input, { values }) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <Group grow align="flex-start">
            <DateInput {...input('startDate')} />
            <DateInput {...input('endDate')} />
          </Group>
          <Group grow align="flex-start">
            <AmountInput {...input('budget')} currency={values.currency} />
            <TextInput {...input('currency')} maxLength={3} />
          </Group>
          <Select {...input('status')} data={choices(TOUR_STATUSES, text.statuses)} allowDeselect={false} />
          <Textarea {...input('description')} autosize minRows={2} />
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
