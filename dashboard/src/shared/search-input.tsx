import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from './language';
import { useListSearch } from './list-search';

/** Searches the list of this screen, while one types; the address keeps what was typed. */
export function SearchInput() {
  const { common } = useText();
  const { search, filterSoon } = useListSearch();
  const inAddress = search.q ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [shown, setShown] = useState(inAddress);
  // Whoever goes back, or opens a link to another search, finds it in the field too.
  if (inAddress !== shown) {
    setShown(inAddress);
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }
  return (
    <TextInput
      aria-label={common.search}
      placeholder={common.search}
      type="search"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        filterSoon({ q: currentTarget.value });
      }}
    />
  );
}
