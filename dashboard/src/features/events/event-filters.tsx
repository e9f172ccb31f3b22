import {} from '@mantine/core';
import { Filters } from '../../shared/filters';
import { DateInput } from '../../shared/date-input';
import { SearchInput } from '../../shared/search-input';
import { SearchSelect } from '../../shared/search-select';
import { useText } from '../../shared/language';
import { isDate, useListSearch } from '../../shared/list-search';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { TOUR_CHOICES } from '../tours';
import { EVENT_STATUSES } from './event-status';

/** The filters of the events' list, which are in the address. */
export function EventFilters() {
  const { events: text, common } = useText();
  const { value, filter } = useListSearch();
  return (
    <Filters>
      <SearchInput />
      <SelectFilter name="status" label={text.fields.status} data={choices(EVENT_STATUSES, text.statuses)} w={140} />
      <SearchSelect
        source={TOUR_CHOICES}
        aria-label={text.fields.tourId}
        placeholder={text.fields.tourId}
        w={180}
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        value={value('tourId')}
        onChange={(tourId) => filter({ tourId: tourId ?? undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateInput
          key={name}
          w={150}
          placeholder={text[name]}
          aria-label={text[name]}
          value={value(name) ?? ''}
          onChange={(date) => filter({ [name]: isDate(date) ? date : undefined })}
        />
      ))}
    </Filters>
  );
}
