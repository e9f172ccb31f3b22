import { Alert, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
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

/** Text, secondary, dim, faint; then lines and layers, which get lighter towards the reader. */
const dark: MantineColorsTuple = [
  '#eceef2',
  '#c9ced8',
  '#a0a8b6',
  '#868f9e',
  '#343c4a',
  '#262c37',
  '#1c212a',
  '#13161c',
  '#0f1217',
  '#0b0d11',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f3f4f7',
  '#eceef3',
  '#e3e6ec',
  '#d3d8e0',
  '#868e9c',
  '#687180',
  '#4a5260',
  '#3d4552',
  '#14181f',
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

/** A menu that opens has the focus on its first item. Mantine's own has it on a hidden element, which no menu may contain. */
const FIRST_ITEM_FOCUSED = { defaultProps: { withInitialFocusPlaceholder: false } };

/** The tones of alerts, by the colours that Mantine knows. */
const ALERT_TONES: Readonly<Record<string, string>> = {
  ...{ red: 'bad', yellow: 'warn', orange: 'warn', green: 'good', teal: 'good', blue: 'info' },
};

const ALERT = Alert.extend({
  vars: (_, { color }) => {
    const tone = ALERT_TONES[color ?? ''];
    const own = { '--alert-bg': `var(--te-${tone}-soft)`, '--alert-color': `var(--te-${tone})` };
    return { root: tone === undefined ? {} : own };
  },
});

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt, dark, gray },
  white: '#ffffff',
  black: '#14181f',
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'var(--te-shadow)', sm: 'var(--te-shadow)', md: 'var(--te-shadow-menu)', lg: 'var(--te-shadow-menu)' },
  components: {
    Alert: ALERT,
    Menu: FIRST_ITEM_FOCUSED,
    ...{ ModalHeader: NO_BANNER, DrawerHeader: NO_BANNER },
    ...{ Select: KEEPS_CHOICE, MultiSelect: SEARCHED, TagsInput: SEARCHED, Autocomplete: SEARCHED },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  // Bold is for headings alone.
  fontWeights: { medium: '500' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '30px', fontWeight: '650' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '18px' },
      h4: { fontSize: '14px', lineHeight: '18px' },
    },
  },
});

/** Names that stylesheets use, as `var(--te-…)`; docs/look.md says what each is for. All text has 4.5:1, all dots 3:1. */
const LIGHT = {
  frame: '#f3f4f7',
  surface: '#ffffff',
  well: '#f7f8fa',
  raised: '#ffffff',
  hover: '#eceef3',
  text: '#14181f',
  'text-2': '#3d4552',
  dim: '#5b6472',
  faint: '#687180',
  line: '#e3e6ec',
  'line-2': '#d3d8e0',
  control: '#868e9c',
  accent: '#2b50d8',
  'accent-text': '#2545c4',
  'accent-soft': '#eaefff',
  ring: '#2b50d8',
  good: '#14633c',
  'good-soft': '#e3f4ea',
  'good-dot': '#1f9457',
  warn: '#834600',
  'warn-soft': '#fdf0d9',
  'warn-dot': '#b86a00',
  bad: '#a6201d',
  'bad-soft': '#fdeaea',
  'bad-dot': '#d2352f',
  info: '#1c4fa3',
  'info-soft': '#e8f1fd',
  'info-dot': '#2b50d8',
  neutral: '#4a5260',
  'neutral-soft': '#eceef2',
  'neutral-dot': '#737c8a',
  now: '#8f3f00',
  'now-soft': '#fff0e4',
  'now-dot': '#ff8a3d',
  'tour-1': '#2b50d8',
  'tour-2': '#0d7d74',
  'tour-3': '#b4530a',
  'tour-4': '#8a3fc7',
  'tour-5': '#b42a5b',
  'tour-6': '#54721a',
  'tour-7': '#1f6f9e',
  'tour-8': '#6b5b4b',
  seat: '#2b50d8',
  'chart-1': '#2b50d8',
  'chart-2': '#5d7ce4',
  'chart-3': '#91a7ef',
  'chart-4': '#c0cdf7',
  shadow: '0 1px 2px rgb(20 24 31/.06)',
  'shadow-menu': '0 8px 24px -6px rgb(20 24 31/.18),0 2px 6px rgb(20 24 31/.08)',
};

const DARK: typeof LIGHT = {
  frame: '#0b0d11',
  surface: '#13161c',
  well: '#181c23',
  raised: '#1c212a',
  hover: '#222833',
  text: '#eceef2',
  'text-2': '#c9ced8',
  dim: '#a0a8b6',
  faint: '#868f9e',
  line: '#262c37',
  'line-2': '#343c4a',
  control: '#697383',
  accent: '#4264e8',
  'accent-text': '#9db2ff',
  'accent-soft': '#1c2547',
  ring: '#8ea6ff',
  good: '#7ddca6',
  'good-soft': '#12301f',
  'good-dot': '#35b674',
  warn: '#f5c070',
  'warn-soft': '#362510',
  'warn-dot': '#d9922e',
  bad: '#ff9f98',
  'bad-soft': '#3a1a1b',
  'bad-dot': '#ef6059',
  info: '#93c0ff',
  'info-soft': '#132a49',
  'info-dot': '#7f9bff',
  neutral: '#b9c0cc',
  'neutral-soft': '#232934',
  'neutral-dot': '#868f9e',
  now: '#ffbb8c',
  'now-soft': '#3a2413',
  'now-dot': '#ff9a57',
  'tour-1': '#7f9bff',
  'tour-2': '#38b8ac',
  'tour-3': '#e59246',
  'tour-4': '#bb86ee',
  'tour-5': '#f07ba4',
  'tour-6': '#9fc251',
  'tour-7': '#62b6e6',
  'tour-8': '#c0a98f',
  seat: '#8aa2ff',
  'chart-1': '#5a79f0',
  'chart-2': '#7f98f5',
  'chart-3': '#a9bbff',
  'chart-4': '#d3dcff',
  shadow: '0 0 0 0 transparent',
  'shadow-menu': '0 12px 32px -8px rgb(0 0 0/.7)',
};

const variables = (tokens: typeof LIGHT): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--te-${name}`, value])),
  // Mantine's own are a compromise of all colours that there may be; these have the contrast above.
  '--mantine-color-body': tokens.surface,
  '--mantine-color-text': tokens.text,
  '--mantine-color-dimmed': tokens.dim,
  '--mantine-color-placeholder': tokens.dim,
  '--mantine-color-error': tokens.bad,
  '--mantine-color-anchor': tokens['accent-text'],
  '--mantine-color-default': tokens.raised,
  '--mantine-color-default-hover': tokens.hover,
  '--mantine-color-default-color': tokens.text,
  '--mantine-color-default-border': tokens['line-2'],
  '--mantine-color-cobalt-light': tokens['accent-soft'],
  '--mantine-color-cobalt-light-hover': tokens['accent-soft'],
  '--mantine-color-cobalt-light-color': tokens['accent-text'],
  // Of what deletes, in menus and as a quiet button.
  '--mantine-color-red-light': tokens['bad-soft'],
  '--mantine-color-red-light-hover': tokens['bad-soft'],
  '--mantine-color-red-light-color': tokens.bad,
  '--table-border-color': tokens.line,
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(LIGHT),
  dark: variables(DARK),
});
