import { useCallback, useEffect, useRef } from 'react';

/** The same function for good, so that hundreds of rows are not rendered again for each letter. */
export function useLatest<Arguments extends readonly unknown[]>(
  run: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
