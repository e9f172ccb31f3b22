import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { optionsLike } from '../shared/folded';

/** Shade 7 has 6.5:1 against white; shade 6, in the dark, 5:1 against white text and 3:1 against the page. */
const cobalt: MantineColorsTuple = [
  '#f3f6ff',
  '#eaefff',
  '#d3ddfd',
  '#b4c4ff',
  '#8aa2ff',
  '#5d7ce4',
  '#4264e8',
  '#2b50d8',
  '#2342b8',
  '#1a2f86',
];

/** Their `<header>` is none of the page: without a role of its own it would be a second banner. */
const NO_BANNER = { defaultProps: { role: 'presentation' } };

/** Choices are searched as lists are. */
const SEARCHED = { defaultProps: { filter: optionsLike } };

/**
 * Choosing again what is chosen keeps it. Else a field that chooses when it is left would empty itself when somebody comes
 * back to it; what may be empty has a button for that.
 */
const KEEPS_CHOICE = { defaultProps: { ...SEARCHED.defaultProps, allowDeselect: false } };

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'sm',
  components: {
    ...{ ModalHeader: NO_BANNER, DrawerHeader: NO_BANNER },
    ...{ Select: KEEPS_CHOICE, MultiSelect: SEARCHED, TagsInput: SEARCHED, Autocomplete: SEARCHED },
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

/** Mantine's own greys and light badges stay below 4.5:1, and its borders of fields and buttons below 3:1; these do not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6169',
    '--mantine-color-placeholder': '#6b727b',
    '--mantine-color-error': '#c01f1f',
    '--mantine-color-anchor': '#2545c4',
    '--mantine-color-default-border': '#868e9c',
  },
  dark: {
    '--mantine-color-dimmed': '#a9adb3',
    '--mantine-color-placeholder': '#94989e',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#9db2ff',
    '--mantine-color-default-border': '#7a8494',
  },
});
