import { createTestDatabase, type TestDatabase } from '../support/database';
import { CuttableProxy } from '../support/cuttable-proxy';
import { eventually } from '../support/eventually';
import { ProductProcess } from '../support/process';

const TIMEOUT_MS = 180_000;
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

describe('the product that gets SIGTERM while it starts', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /**
   * Starts the product, and stops it as soon as it opens that connection to the database; when it opens fewer, as soon
   * as it has started.
   */
  async function stopAtConnection(number: number): Promise<{ hasStarted: boolean }> {
    let isOpened = false;
    const url = new URL(database.url);
    const proxy = await CuttableProxy.start(Number(url.port), (count) => (isOpened ||= count === number));
    url.port = String(proxy.port);
    const product = await ProductProcess.launch({ DATABASE_URL: url.href, DASHBOARD: 'off', ENCRYPTION_KEY });
    try {
      const hasStarted = () => product.output.includes('"msg":"started"');
      const hasEnded = product.untilEnded().then(() => {
        throw new Error(`It ended on its own: ${product.output.slice(-2_000)}`);
      });
      await Promise.race([eventually('the connection', () => isOpened || hasStarted(), TIMEOUT_MS), hasEnded]);
      hasEnded.catch(() => undefined);
      const code = await product.end('SIGTERM');
      expect({ number, code, errors: errorsIn(product.output) }).toEqual({ number, code: 0, errors: [] });
      return { hasStarted: hasStarted() };
    } finally {
      await product.cleanUp();
      await proxy.close();
    }
  }

  it('stops quietly, whichever of its connections it is opening', async () => {
    for (let number = 1; ; number++) {
      const { hasStarted } = await stopAtConnection(number);
      if (hasStarted) break;
    }
  }, 900_000);
});

/** Lines that are no lines of the log, and those of the log that are about a fault. */
function errorsIn(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.includes('"level"') || /error/i.test(line));
  return lines.filter((line) => !/"level":("info"|"debug"|30|20)/.test(line));
}
