import { defineConfig } from '@hey-api/openapi-ts';

/** Types and calls; the face over them is written by scripts/write-face.ts. Run both by `npm run generate`. */
export default defineConfig({
  input: '../../docs/openapi.json',
  output: { path: 'src/generated', importFileExtension: '.js', postProcess: [] },
  parser: {
    patch: {
      operations: (_method, _path, operation) => {
        // Every error is the same problem document, thrown as an ApiError: half of all types otherwise.
        for (const status of Object.keys(operation.responses ?? {})) {
          if (!status.startsWith('2')) delete operation.responses?.[status];
        }
      },
    },
  },
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', { name: '@hey-api/sdk', auth: false, comments: false }],
});
