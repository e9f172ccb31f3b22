import { useEffect, useEffectEvent } from 'react';

/**
 * Follows a stream in one tab of a browser, under a lock, which passes on to the others what comes: browsers open only a
 * few connections per host.
 *
 * @param name of the lock and of the channel
 * @param read follows the stream until the signal, and hands on what comes
 * @param onMessage what a tab does with it; that of every tab is called
 */
export function useOneStream<Message>(
  name: string,
  read: (signal: AbortSignal, pass: (message: Message) => void) => Promise<void>,
  onMessage: (message: Message) => void,
): void {
  const note = useEffectEvent(onMessage);
  const follow = useEffectEvent(read);
  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => note(data));
    const lead = () => follow(stop.signal, (message) => (note(message), channel.postMessage(message)));
    const locks = navigator.locks as LockManager | undefined;
    void (locks === undefined ? lead() : locks.request(name, { signal: stop.signal }, lead)).catch(() => undefined);
    return () => {
      stop.abort();
      channel.close();
    };
  }, [name]);
}
