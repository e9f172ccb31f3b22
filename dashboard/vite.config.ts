import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { offlineParts } from './scripts/offline-parts.ts';
import { precompress } from './scripts/precompress.ts';
import { withoutUnusedParts } from './scripts/unused-parts.ts';

/** Where the service runs during development; `npm run dev` says where that is. */
const SERVICE = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:3000';
const PORT = Number(process.env['DASHBOARD_PORT'] ?? 5173);

/** What the service serves itself; everything else is the dashboard's. */
const SERVICE_PATHS = ['/api', '/health', '/invitations/', '/password/', '/email/', '/rsvp/'];

/** The parts of Mantine of `src/app/entry.css`. */
const ENTRY_COMPONENTS =
  /[\\/](@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](UnstyledButton|Paper|Loader|Transition|ActionIcon|CloseButton|CopyButton|Group|Input|InputBase|TextInput|Flex|Alert|Text|Anchor|Button|Container|Skeleton|Stack|Title))|@mantine[\\/]hooks[\\/]esm[\\/]use-(interval|network|window-event)|get-nonce|use-debounced-callback)[\\/]/;

/** What the frame around every screen is made of beyond that, with all that it needs. */
const FRAME_COMPONENTS =
  /[\\/]@mantine[\\/](hooks(?!.*collapse)|core[\\/]esm[\\/](utils|components[\\/](Drawer|Menu|Popover)))[\\/]/;
/** What all forms use: the pages to sign in have one too. */
const FORMS = /[\\/](@mantine[\\/]form|klona|fast-deep-equal)[\\/]/;
/** What many forms use of Mantine beyond that; no screen shows a form at first, but some of Settings. */
const NUMBERS = /[\\/](@mantine[\\/]core[\\/]esm[\\/]components[\\/]NumberInput|react-number-format)[\\/]/;
const TAGS =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](MultiSelect|Pill|PillsInput|TagsInput|Combobox[\\/]use-pills-reorder)[\\/]/;
/** What only lists use, of Mantine and of the dashboard's own: Home shows none. */
const FIELDS =
  /[\\/](dashboard[\\/]src[\\/]shared[\\/](filters|pages|record-table|search-input|search-select|steady-rows)\.|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Combobox[\\/](?!use-pills-reorder)|(Checkbox|Pagination|ScrollArea|SegmentedControl|Select)[\\/]))/;

/** The own files of the page to sign in; `test/frame/budgets` counts what it needs. */
const START =
  /[\\/](packages[\\/]client[\\/]src[\\/]|dashboard[\\/]src[\\/](app[\\/](changes-start|counted-choices|frame-skeleton|print|sections|states|theme)|locales[\\/]en[\\/](common|index|session)|features[\\/]session[\\/](factors-query|index|session-channel|session-queries)|shared[\\/](api|crumbs|language|lazy-part|list-search|local-path|mark|navigation-focus|page|problem-alert|problems|query-client|text-link|time|use-submit)\.))/;
/** What the frame has beyond that, and small files that most screens share: one by one, each would cost its headers. */
const SHELL =
  /[\\/]dashboard[\\/]src[\\/](app[\\/](?!router|states|theme|print|changes-start|counted-choices|frame-skeleton|sections|search-palette|search-records)[\w-]+\.tsx?$|features[\\/](?!guest-import|operators|plans|privacy|webhooks)[^\\/]+[\\/]([\w-]+-queries|door-list|waiting-(?!list)[\w-]+|announcement-state|reauthentication)\.|features[\\/](event-guests|expenses|notifications|parties|seats|team|trips)[\\/]index\.|shared[\\/](avatar|choice-source|column-titles|confirm-dialog|draft|followed-changes|freshly|icons|instant|field-row|lazy-dialog|menu-item-link|modal|money|plural|row-menu|status|page-actions|tour-colour|unsaved-guard|use-media|use-sending|use-settled|waiting-queue)\.)/;

/** The colours of Mantine that nothing here has. */
const UNUSED_COLORS = /\s*--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|orange)-[\w-]+:[^;]*;/g;

/** Leaves variables of unused colours out of what the page to sign in has of styles. */
const withoutUnusedColors: Plugin = {
  name: 'without-unused-colors',
  transform: (code, id) => (id.endsWith('/app/entry.css') ? code.replaceAll(UNUSED_COLORS, '') : undefined),
};

export default defineConfig({
  // One line for each of sixty files is of no use to whoever starts the service.
  logLevel: process.env['VITE_LOG_LEVEL'] === 'info' ? 'info' : 'warn',
  plugins: [react(), withoutUnusedColors, withoutUnusedParts(), offlineParts(), precompress()],
  resolve: {
    alias: {
      // The client's sources: the dashboard can then be built before the client is, and takes only the parts it uses.
      '@tour-events/client': fileURLToPath(new URL('../packages/client/src/index.ts', import.meta.url)),
      '@tour-events/csv': fileURLToPath(new URL('../packages/csv/src/index.ts', import.meta.url)),
    },
  },
  // The service replaces it by a new nonce in every page that it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    // Fonts and pictures are files: the policy allows data: for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // The page at the door is one of its own: it loads nothing of the dashboard.
      input: { index: 'index.html', field: 'field.html' },
      output: {
        codeSplitting: {
          // What the shell and nearly every screen need, in two files that change only with their packages. Without
          // this there are 40 small ones, and browsers open six connections without HTTP/2. No group for charts: it
          // would pull recharts into the first page.
          groups: [
            // Of the bundler itself, and how names are searched: all that the page at the door shares with the dashboard.
            {
              name: 'runtime',
              test: /^\0(rolldown|vite)\/|[\\/]dashboard[\\/]src[\\/]shared[\\/]folded\./,
              priority: 5,
            },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][^\\/]+)[\\/]/,
              priority: 4,
            },
            // What the page to sign in shows: it waits for no table and no menu.
            { name: 'forms', test: FORMS, priority: 3.5 },
            { name: 'entry', test: ENTRY_COMPONENTS, priority: 3 },
            {
              name: 'password',
              test: /[\\/]PasswordInput[\\/]|[\\/]src[\\/]shared[\\/]password-field\./,
              priority: 2.9,
            },
            { name: 'start', test: START, priority: 2.8 },
            { name: 'shell', test: SHELL, priority: 2.2 },
            { name: 'frame', test: FRAME_COMPONENTS, priority: 2.5 },
            { name: 'fields', test: FIELDS, priority: 2 },
            { name: 'numbers', test: NUMBERS, priority: 1.5 },
            { name: 'tags', test: TAGS, priority: 1.5 },
            {
              name: 'mantine',
              test: /node_modules[\\/](?!.*[\\/](PasswordInput|Radio|Switch|Textarea)[\\/])/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(
      // The Host header stays the browser's: the service compares it with Origin before it accepts a cookie.
      SERVICE_PATHS.map((path) => [path, { target: SERVICE, changeOrigin: false }]),
    ),
  },
});
