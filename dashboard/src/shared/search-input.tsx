import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from './language';
import { useListSearch } from './list-search';

interface Props {
  /** What the address and the API call it. */
  readonly name?: 'q' | 'tag' | 'address';
  readonly label?: string;
}

/** Searches the list of this screen, while one types; the address keeps what was typed. */
export function SearchInput({ name = 'q', label }: Props) {
  const { common } = useText();
  const { search, filterSoon } = useListSearch();
  const inAddress = String(search[name] ?? '');
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
      aria-label={label ?? common.search}
      placeholder={label ?? common.search}
      type="search"
      value={typed}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setTyped(value);
        setAwaited(value === inAddress ? null : value);
        filterSoon({ [name]: value });
      }}
    />
  );
}
