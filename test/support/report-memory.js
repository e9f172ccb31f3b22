'use strict';
/** Loaded into the product by a test (node --expose-gc --require): says on SIGUSR2 how much memory is used once the garbage is gone. */
process.on('SIGUSR2', () => {
  globalThis.gc();
  // What the first collection let finalizers give up.
  setImmediate(() => {
    globalThis.gc();
    process.stdout.write(`Memory: ${JSON.stringify(process.memoryUsage())}\n`);
  });
});
