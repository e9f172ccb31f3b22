import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { optionsLike } from '../shared/folded';

/** Shade 7 has 6.5:1 against white, shade 3 has 8:1 against the dark body: AA for text of every size. */
const harbour: MantineColorsTuple = [
  '#eaf3fd',
  '#d3e4f6',
  '#a6c8ec',
  '#7cb0e5',
  '#4f92d6',
  '#3380cb',
  '#2371bd',
  '#1c5fa8',
  '#155191',
  '#0c3f75',
];

/** Their `<header>` is none of the page: without a role of its own it would be a second banner. */
const NO_BANNER = { defaultProps: { role: 'presentation' } };

/** Choices are searched as lists are. */
const SEARCHED = { defaultProps: { filter: optionsLike } };

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 7 },
  colors: { harbour },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'sm',
  components: {
    ...{ ModalHeader: NO_BANNER, DrawerHeader: NO_BANNER },
    ...{ Select: SEARCHED, MultiSelect: SEARCHED, TagsInput: SEARCHED, Autocomplete: SEARCHED },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '22px' }, h2: { fontSize: '22px' }, h3: { fontSize: '16px' }, h4: { fontSize: '14px' } },
  },
});

/** Mantine's own greys and light badges stay below 4.5:1; these do not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6169',
    '--mantine-color-placeholder': '#6b727b',
    '--mantine-color-error': '#c01f1f',
    '--mantine-color-anchor': 'var(--mantine-color-harbour-7)',
  },
  dark: {
    '--mantine-color-dimmed': '#a9adb3',
    '--mantine-color-placeholder': '#94989e',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': 'var(--mantine-color-harbour-3)',
  },
});
