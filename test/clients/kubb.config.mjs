import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

/** Kubb does nothing without plugins: its types, and calls by fetch. */
export default defineConfig({
  root: '.',
  input: { path: '../../docs/openapi.json' },
  output: { path: 'node_modules/.generated/kubb', clean: true },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
});
