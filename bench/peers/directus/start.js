'use strict';

/** Does what `directus start` does, which can't listen on a port chosen by the system. */
async function main() {
  const { createServer } = await import('@directus/api/server');
  const server = await createServer();
  server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
