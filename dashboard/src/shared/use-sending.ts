import { useInterval, useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import { useText } from './language';
import { fieldText, problemText } from './problems';
import { useWaiting, type WaitingItem, type WaitingQueue } from './waiting-queue';

const RETRY_MS = 15_000;

interface Sending<Item> {
  readonly items: readonly Item[];
  /** Whether some are to be sent yet; the others were refused. */
  readonly isWaiting: boolean;
  readonly send: () => void;
}

/** What waits in a queue, which is sent as soon as there is a connection. */
export function useSending<Item extends WaitingItem>(queue: WaitingQueue<Item>, owner: string): Sending<Item> {
  const { problems } = useText();
  const items = useWaiting(queue, owner);
  const isWaiting = items.some(({ problem }) => problem === null);
  const send = () =>
    void queue.sendAll(owner, (error) =>
      error.errors.length > 0
        ? error.errors.map((field) => fieldText(field, problems)).join(' ')
        : problemText(error, problems),
    );
  useWindowEvent('online', send);
  const clock = useInterval(send, RETRY_MS);
  useEffect(() => {
    if (!isWaiting) return clock.stop();
    // Such as after a reload; the one that was kept just now fails once more, unseen.
    send();
    clock.start();
    return clock.stop;
  }, [isWaiting]); // eslint-disable-line react-hooks/exhaustive-deps -- `send` and `clock` are new on every render
  return { items, isWaiting, send };
}
