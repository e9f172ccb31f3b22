import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../shared/language';

const SearchPalette = lazy(() =>
  import('./search-palette').then(({ SearchPalette: Palette }) => ({ default: Palette })),
);

/** Opens the palette, by a click or by Ctrl/⌘ K from anywhere; its code is loaded then. */
export function SearchButton() {
  const { shell } = useText();
  const [isOpen, setOpen] = useState(false);
  useHotkeys([['mod+K', () => setOpen(true)]], []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={shell.search}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <MagnifyingGlassIcon width={22} aria-hidden />
      </ActionIcon>
      {isOpen ? (
        <Suspense fallback={null}>
          <SearchPalette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
