import { Select, SimpleGrid, useMantineColorScheme } from '@mantine/core';
import { LANGUAGES, useLanguage, type Language } from '../../shared/language';
import { choices } from '../../shared/choices';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Language and colours of this browser, as in one's own menu. */
export function Preferences() {
  const { language, choose, text } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} maw={420}>
      <Select
        label={text.shell.language}
        allowDeselect={false}
        data={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value].name }))}
        value={language}
        onChange={(value) => choose(value as Language)}
      />
      <Select
        label={text.shell.colours}
        allowDeselect={false}
        data={choices(SCHEMES, text.shell.schemes)}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number])}
      />
    </SimpleGrid>
  );
}
