import type { PoolClient } from 'pg';
import { Transaction } from './transaction';

const ABORTED = new Error('current transaction is aborted');
const TAKEN = new Error('taken');

describe('a statement that is awaited at the end', () => {
  const sent: string[] = [];
  const client = { query: (text: string) => Promise.resolve(sent.push(text)) } as unknown as PoolClient;
  let transaction: Transaction;
  beforeEach(() => {
    sent.length = 0;
    transaction = new Transaction(client, new Date(), false);
  });

  it('is awaited once', async () => {
    transaction.awaitAtEnd(Promise.reject(TAKEN));
    await expect(transaction.awaitAll()).rejects.toBe(TAKEN);
    await transaction.awaitAll();
  });

  it('says why what followed failed', async () => {
    transaction.awaitAtEnd(Promise.reject(TAKEN));
    await Promise.resolve();
    expect(transaction.causeOf(ABORTED)).toBe(TAKEN);
  });

  it.each([
    ['fails alone', () => Promise.resolve()],
    ['makes what follows fail', () => Promise.reject(ABORTED)],
  ])('is undone with its savepoint when it %s', async (_what, follow) => {
    const work = () => {
      transaction.awaitAtEnd(Promise.reject(TAKEN));
      return follow();
    };
    await expect(transaction.savepoint(work)).rejects.toBe(TAKEN);
    expect(sent).toEqual(['SAVEPOINT work_1', 'ROLLBACK TO SAVEPOINT work_1']);
    // The transaction goes on without it.
    await transaction.awaitAll();
    expect(transaction.causeOf(ABORTED)).toBe(ABORTED);
  });

  it('is there before its savepoint is released', async () => {
    const statement = new Promise((resolve) => setImmediate(() => resolve(sent.push('the statement'))));
    await transaction.savepoint(() => Promise.resolve(transaction.awaitAtEnd(statement)));
    expect(sent).toEqual(['SAVEPOINT work_1', 'the statement', 'RELEASE SAVEPOINT work_1']);
  });
});
