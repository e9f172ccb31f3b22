import { MantineThemeProvider } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { countedOptions } from '../shared/folded';
import { useText } from '../shared/language';

/** Below it, no choice ends silently: one that shows a part of what there is says how much more there is. */
export function CountedChoices({ children }: { readonly children: ReactNode }) {
  const { common } = useText();
  const theme = useMemo(() => {
    const counted = { defaultProps: { filter: countedOptions(common) } };
    return { components: { Select: counted, MultiSelect: counted, TagsInput: counted, Autocomplete: counted } };
  }, [common]);
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  );
}
