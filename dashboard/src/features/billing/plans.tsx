import { Button, Card, Group, List, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillingInterval, GetBillingResponse } from '@tour-events/client';
import type { Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status } from '../../shared/status';
import { choices } from '../../shared/choices';
import { useMay } from '../session';
import { plansQuery, type Plan } from './billing-queries';

const SubscribeForm = lazyDialog(() => import('./subscribe-form').then((file) => file.SubscribeForm));

const INTERVALS: readonly BillingInterval[] = ['monthly', 'yearly'];

interface Props {
  readonly billing: Versioned<GetBillingResponse>;
}

/** The plans on offer side by side, by month or year. The interval and the plan being chosen are in the address. */
export function Plans({ billing }: Props) {
  const { billing: text } = useEveryText();
  const { search, filter } = useListSearch();
  const { data: plans, error } = useQuery(plansQuery);
  const interval =
    INTERVALS.find((each) => each === search['interval']) ?? billing.record.interval ?? ('monthly' as const);
  const chosen = plans?.find(({ id }) => id === search['plan']);
  const close = () => filter({ plan: undefined });
  return (
    <Stack gap="sm" className="no-print">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {text.plans}
        </Title>
        <SegmentedControl
          aria-label={text.interval}
          value={interval}
          onChange={(each) => filter({ interval: each })}
          data={choices(INTERVALS, text.intervals)}
        />
      </Group>
      {error === null ? null : <ProblemAlert error={error} />}
      {plans?.length === 0 ? <Empty>{text.noPlans}</Empty> : null}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {plans?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} interval={interval} billing={billing.record} />
        ))}
      </SimpleGrid>
      {chosen === undefined ? null : (
        <SubscribeForm plan={chosen} interval={interval} billing={billing} onDone={close} onClose={close} />
      )}
    </Stack>
  );
}

interface CardProps {
  readonly plan: Plan;
  readonly interval: BillingInterval;
  readonly billing: GetBillingResponse;
}

function PlanCard({ plan, interval, billing }: CardProps) {
  const { billing: text } = useEveryText();
  const { filter } = useListSearch();
  const mayUpdate = useMay('billing.update');
  const isRunning = billing.status !== 'none' && billing.status !== 'cancelled';
  const isCurrent = isRunning && billing.plan?.id === plan.id && billing.interval === interval;
  const price = interval === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice;
  return (
    <Card withBorder padding="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" gap="sm">
          <Title order={3} size="h4" className="prose">
            {plan.name}
          </Title>
          {isCurrent ? <Status tone="good">{text.current}</Status> : null}
        </Group>
        <Text>
          <Text span fw={600} size="lg" className="figure">
            {moneyText(price, plan.currency)}
          </Text>{' '}
          <Text span c="dimmed">
            {text.per[interval]}
          </Text>
        </Text>
        <List size="sm" spacing={4} className="prose">
          {plan.features.map((feature, index) => (
            <List.Item key={index}>{feature}</List.Item>
          ))}
        </List>
        {mayUpdate && (!isCurrent || billing.cancelAtPeriodEnd) ? (
          <Button
            mt="auto"
            variant="default"
            aria-label={isCurrent ? text.keep(plan.name) : text.choose(plan.name)}
            onClick={() => filter({ plan: plan.id, interval })}
          >
            {isCurrent ? text.keepShort : text.chooseShort}
          </Button>
        ) : null}
      </Stack>
    </Card>
  );
}
