/**
 * Types and calls; the face over them is written by scripts/write-face.mjs. Run both by `npm run generate`.
 *
 * @type {import('@hey-api/openapi-ts').UserConfig}
 */
export default {
  input: '../../docs/openapi.json',
  output: { path: 'src/generated', importFileExtension: '.js', postProcess: [] },
  parser: {
    patch: {
      operations: (_method, _path, operation) => {
        // Every error is the same problem document, thrown as an ApiError: half of all types otherwise.
        for (const status of Object.keys(operation.responses ?? {})) {
          if (!status.startsWith('2')) delete operation.responses?.[status];
        }
        // The generator's own streams don't survive all that ours do (src/event-stream.ts).
        const { content } = operation.responses?.['200'] ?? {};
        if (content?.['text/event-stream'] !== undefined) {
          content['text/plain'] = content['text/event-stream'];
          delete content['text/event-stream'];
        }
      },
    },
  },
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', { name: '@hey-api/sdk', auth: false, comments: false }],
};
