import { TextInput } from '@mantine/core';
import { useText } from './language';
import { useListSearch } from './list-search';

/** Searches the list of this screen, while one types; the address keeps what was typed. */
export function SearchInput() {
  const { common } = useText();
  const { search, filterSoon } = useListSearch();
  return (
    <TextInput
      aria-label={common.search}
      placeholder={common.search}
      type="search"
      defaultValue={search.q ?? ''}
      onChange={({ currentTarget }) => filterSoon({ q: currentTarget.value })}
    />
  );
}
