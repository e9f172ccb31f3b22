import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EventType, ListWebhookDeliveriesData } from '@tour-events/client';
import { useState } from 'react';
import { Filters } from '../../shared/filters';
import { DateInput } from '../../shared/date-input';
import { useEveryText } from '../../shared/language';
import { isDate, type ListSearch, useListSearch } from '../../shared/list-search';
import { choices } from '../../shared/choices';
import { DELIVERY_STATUSES } from './webhook-states';
import { eventTypesQuery } from './webhooks-queries';

type DeliveriesQuery = Pick<
  NonNullable<ListWebhookDeliveriesData['query']>,
  'status' | 'eventType' | 'from' | 'to' | 'responseStatus'
>;

/** A day as a date input gives it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HTTP_STATUS = /^[1-9]\d{2}$/;

/** The filters of an address; what the API would not take is left out. */
export function deliveryFilters(search: ListSearch): DeliveriesQuery {
  const text = (name: string) => String(search[name] ?? '');
  const status = DELIVERY_STATUSES.find((each) => each === search['status']);
  return {
    ...(status !== undefined && { status: [status] }),
    ...(text('eventType') !== '' && { eventType: [text('eventType') as EventType] }),
    ...(DAY.test(text('from')) && { from: text('from') }),
    ...(DAY.test(text('to')) && { to: text('to') }),
    ...(HTTP_STATUS.test(text('responseStatus')) && { responseStatus: Number(text('responseStatus')) }),
  };
}

/** Which deliveries are shown: by state, type, the days they were made on, and the last response. */
export function DeliveryFilters() {
  const { webhooks: text, common } = useEveryText();
  const { search, filter, filterSoon } = useListSearch();
  // With their schemas they are as much as half a screen: they are read when somebody is about to choose one.
  const [isChoosing, setChoosing] = useState(false);
  const types = useQuery({ ...eventTypesQuery, enabled: isChoosing }).data ?? [];
  const { status, eventType, from, to } = deliveryFilters(search);
  return (
    <Filters isLabelled>
      <SegmentedControl
        aria-label={text.fields.status}
        value={status?.[0] ?? 'all'}
        onChange={(chosen) => filter({ status: chosen === 'all' ? undefined : chosen })}
        data={[{ value: 'all', label: common.all }, ...choices(DELIVERY_STATUSES, text.deliveryStatuses)]}
      />
      <Select
        aria-label={text.type}
        placeholder={text.type}
        w={190}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        data={eventType === undefined || types.length > 0 ? types.map(({ type }) => type) : eventType}
        value={eventType?.[0] ?? null}
        onFocus={() => setChoosing(true)}
        onPointerEnter={() => setChoosing(true)}
        onChange={(chosen) => filter({ eventType: chosen ?? undefined })}
      />
      {[['from', from] as const, ['to', to] as const].map(([name, value]) => (
        <DateInput
          key={name}
          w={150}
          placeholder={text[name]}
          aria-label={text[name]}
          value={value ?? ''}
          onChange={(date) => filter({ [name]: isDate(date) ? date : undefined })}
        />
      ))}
      <TextInput
        aria-label={text.lastResponse}
        placeholder={text.lastResponse}
        inputMode="numeric"
        w={130}
        defaultValue={(search['responseStatus'] as string | undefined) ?? ''}
        onChange={({ currentTarget }) => filterSoon({ responseStatus: currentTarget.value || undefined })}
      />
    </Filters>
  );
}
