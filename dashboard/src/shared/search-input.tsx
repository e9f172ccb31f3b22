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
  const [awaited, setAwaited] = useState<string | null>(null);
  // Whoever goes back, or opens a link to another search, finds it in the field too; but while the address waits for what
  // was typed last, it may still get what was typed before.
  if (inAddress !== shown) {
    setShown(inAddress);
    if (awaited === null) setTyped(inAddress);
    else if (inAddress === awaited) setAwaited(null);
  }
  return (
    <TextInput
      aria-label={common.search}
      placeholder={common.search}
      type="search"
      value={typed}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setTyped(value);
        setAwaited(value === inAddress ? null : value);
        filterSoon({ q: value });
      }}
    />
  );
}
