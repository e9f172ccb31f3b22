import { Button, CopyButton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListReferralsResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, numberText } from '../../shared/money';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { linkOf, referralsQuery, switchReferral } from './referrals-queries';

const ReferralForm = lazyDialog(() => import('./referral-form').then((file) => file.ReferralForm));

type Referral = ListReferralsResponse['data'][number];

/** One's own codes, with what they have brought. */
export function ReferralsPage() {
  const { referrals: text } = useText();
  const { search, filter } = useListSearch();
  const { form } = search;
  const query = listQuery(search, { sortBy: ['createdAt', 'clicks', 'signups', 'conversions'] });
  const list = useQuery(referralsQuery({ limit: 20, ...query }));
  const change = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => switchReferral(id, active),
  });
  const newCode = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  return (
    <Page title={text.title} actions={newCode}>
      <Text size="sm" c="dimmed">
        {text.text}
      </Text>
      {change.error === null ? null : <ProblemAlert error={change.error} />}
      <RecordTable
        caption={text.title}
        noun="codes"
        columns={useColumns((id, active) => change.mutate({ id, active }))}
        list={list}
        empty={<Empty action={newCode}>{text.empty}</Empty>}
      />
      {form === 'new' ? <ReferralForm onClose={() => filter({ form: undefined })} /> : null}
    </Page>
  );
}

function useColumns(change: (id: string, active: boolean) => void): Column<Referral>[] {
  const { referrals: text } = useText();
  const count = (key: 'clicks' | 'signups' | 'conversions'): Column<Referral> => ({
    key,
    title: text.fields[key],
    sortKey: key,
    align: 'right',
    phone: 'second',
    isLabelled: true,
    render: (referral) => numberText(referral[key]),
  });
  return [
    { key: 'code', title: text.fields.code, phone: 'first', render: ({ code }) => <Text ff="monospace">{code}</Text> },
    count('clicks'),
    count('signups'),
    count('conversions'),
    {
      key: 'reward',
      title: text.fields.reward,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ rewardEarned, currency }) => moneyText(rewardEarned, currency),
    },
    {
      key: 'active',
      title: text.fields.active,
      phone: 'second',
      render: ({ id, code, active }) => (
        <Switch
          size="sm"
          aria-label={text.activeOf(code)}
          checked={active}
          onChange={({ currentTarget }) => change(id, currentTarget.checked)}
        />
      ),
    },
    {
      key: 'link',
      title: text.copyLink,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: ({ code, active }) => (
        <CopyButton value={linkOf(code)}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" disabled={!active} onClick={copy}>
              {copied ? text.copied : text.copyLink}
            </Button>
          )}
        </CopyButton>
      ),
    },
  ];
}
