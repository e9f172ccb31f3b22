import { NumberInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { GetPrivacyReportResponse } from '@tour-events/client';
import type { Versioned } from '../../shared/api';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { Page } from '../../shared/page';
import { PageForm } from '../../shared/page-form';
import { ProblemAlert } from '../../shared/problem-alert';
import { useDraftKey, useMay, useSession } from '../session';
import { DueGuests } from './due-guests';
import {
  privacyReportQuery,
  readRetention,
  retentionQuery,
  saveRetention,
  type RetentionValues,
} from './privacy-queries';

const MIN_DAYS = 30;
const MAX_DAYS = 3650;
const PAUSE_MS = 400;

/** How long guests are kept, and who is erased next: also by a number of days that is not saved yet. */
export function PrivacyPage() {
  const { privacy: text } = useEveryText();
  const { data } = useSuspenseQuery(retentionQuery);
  const report = useQuery(privacyReportQuery);
  return (
    <Page title={text.title}>
      <Text size="sm" c="dimmed" maw={640}>
        {text.text}
      </Text>
      {report.error === null ? null : <ProblemAlert error={report.error} />}
      <Report report={report.data} />
      <Retention shown={data} />
    </Page>
  );
}

function Report({ report }: { readonly report: GetPrivacyReportResponse | undefined }) {
  const { privacy: text } = useEveryText();
  const zone = useSession().organization.timezone;
  const at = (instant: string | null) => (instant === null ? '–' : <Instant at={instant} zone={zone} />);
  const figure = (label: keyof typeof text.figures) => {
    if (report === undefined) return '…';
    const value = report[label];
    if (typeof value === 'number') return numberText(value);
    return label === 'lastRunAt' && value === null ? text.never : at(value);
  };
  const labels = Object.keys(text.figures) as (keyof typeof text.figures)[];
  return <Figures figures={labels.map((label) => ({ label: text.figures[label], value: figure(label) }))} />;
}

function Retention({ shown }: { readonly shown: Versioned<RetentionValues> }) {
  const { privacy: text } = useEveryText();
  const form = useForm<RetentionValues>({ initialValues: shown.record });
  const draftKey = useDraftKey('retention');
  const mayChange = useMay('settings.update');
  const [days] = useDebouncedValue(form.values.days, PAUSE_MS);
  const field = (
    <NumberInput
      label={text.days}
      description={mayChange ? text.daysText : text.cannotChange}
      placeholder={text.forever}
      readOnly={!mayChange}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      w={{ base: '100%', xs: 360 }}
      {...form.getInputProps('days')}
    />
  );
  return (
    <>
      <Stack component="section" gap="sm">
        <Title order={2} size="h4">
          {text.retention}
        </Title>
        {mayChange ? (
          <PageForm
            form={form}
            shown={shown}
            draftKey={draftKey}
            send={(values, { etag }) => saveRetention(values, etag!)}
            readTheirs={() => readRetention()}
            labels={{ days: text.days }}
            apiFields={{ 'retention.guestDaysAfterLastEvent': 'days' }}
          >
            {field}
          </PageForm>
        ) : (
          field
        )}
      </Stack>
      <DueGuests days={isDays(days) ? days : null} saved={shown.record.days} />
    </>
  );
}

/** Whether the service takes it: what is being typed may not be there yet. */
function isDays(days: RetentionValues['days']): days is number {
  return typeof days === 'number' && days >= MIN_DAYS && days <= MAX_DAYS;
}
