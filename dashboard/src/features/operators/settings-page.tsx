import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetPlatformSettingsResponse } from '@tour-events/client';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { versioned, api, type Versioned } from '../../shared/api';
import { currencies } from '../../shared/currencies';
import { FieldRow } from '../../shared/field-row';
import { useEveryText } from '../../shared/language';
import { Page, PageSkeleton } from '../../shared/page';
import { PageForm } from '../../shared/page-form';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { reading } from '../../shared/reading';
import { allPlansQuery } from '../plans';
import { useDraftKey } from '../session';

const settingsValues = ({ referralReward, defaultPlanId }: GetPlatformSettingsResponse) => ({
  amount: amountToType(referralReward.amount, referralReward.currency),
  currency: referralReward.currency,
  defaultPlanId: defaultPlanId ?? '',
});

type Values = ReturnType<typeof settingsValues>;

/** The form's fields for those of the API. */
const API_FIELDS = { 'referralReward.amount': 'amount', 'referralReward.currency': 'currency' };

const shown = ({ record, etag }: Versioned<GetPlatformSettingsResponse>) => ({ record: settingsValues(record), etag });

const settingsQuery = reading(['platform-settings'], async (options) =>
  shown(await versioned(api.settings.getPlatform(options))),
);

async function save({ amount, currency, defaultPlanId }: Values, ifMatch: string): Promise<Versioned<Values>> {
  const body = {
    referralReward: { amount: typedAmount(amount, currency), currency },
    defaultPlanId: defaultPlanId === '' ? null : defaultPlanId,
  };
  const saved = shown(await versioned(api.settings.updatePlatform(body, { ifMatch })));
  queryClient.setQueryData(settingsQuery.queryKey, saved);
  return saved;
}

/** The settings of the whole platform. */
export function PlatformSettingsPage() {
  const {
    operators: { settings: text },
  } = useEveryText();
  const { data, error } = useQuery(settingsQuery);
  return (
    <Page title={text.title}>
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined ? error === null ? <PageSkeleton /> : null : <SettingsForm settings={data} />}
    </Page>
  );
}

function SettingsForm({ settings }: { readonly settings: Versioned<Values> }) {
  const {
    operators: { settings: text },
    common,
  } = useEveryText();
  const plans = useQuery(allPlansQuery).data ?? [];
  const form = useForm<Values>({ initialValues: settings.record, validate: { amount: useAmountRule() } });
  const { defaultPlanId } = form.values;
  return (
    <PageForm
      form={form}
      shown={settings}
      draftKey={useDraftKey('platform settings')}
      send={(values, { etag }) => save(values, etag!)}
      readTheirs={async () => shown(await versioned(api.settings.getPlatform()))}
      labels={{ amount: text.amount, currency: text.currency, defaultPlanId: text.defaultPlan }}
      apiFields={API_FIELDS}
    >
      <Stack component="section" gap="xs" maw={560}>
        <Text fw={600}>{text.referralReward}</Text>
        <Text size="sm" c="dimmed">
          {text.referralRewardText}
        </Text>
        <FieldRow>
          <AmountInput label={text.amount} required currency={form.values.currency} {...form.getInputProps('amount')} />
          <Select
            label={text.currency}
            data={currencies()}
            searchable
            allowDeselect={false}
            limit={100}
            {...form.getInputProps('currency')}
          />
        </FieldRow>
        <Select
          label={text.defaultPlan}
          description={text.defaultPlanText}
          placeholder={text.noPlan}
          data={plans.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `${common.clear}: ${text.defaultPlan}` }}
          {...form.getInputProps('defaultPlanId')}
          value={defaultPlanId === '' ? null : defaultPlanId}
          onChange={(planId) => form.setFieldValue('defaultPlanId', planId ?? '')}
        />
      </Stack>
    </PageForm>
  );
}
