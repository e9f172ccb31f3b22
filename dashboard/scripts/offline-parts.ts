import type { Plugin } from 'vite';

const PAGE = '/field.html';

/**
 * Names in the page of phones at the door what it loads later: its service worker keeps those files too, so that they are
 * there without a network.
 */
export function offlineParts(): Plugin {
  return {
    name: 'offline-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, chunk }) =>
        path === PAGE
          ? (chunk?.dynamicImports ?? []).map((file) => ({
              tag: 'meta',
              attrs: { name: 'used-later', content: `/${file}` },
              injectTo: 'head' as const,
            }))
          : [],
    },
  };
}
