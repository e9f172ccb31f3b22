import { startTransition, useEffect, useState } from 'react';

/**
 * True while the window is as a media query says. When that changes, the screen stays until whatever else it shows then can
 * be shown as well: a part that is read first would have a skeleton in place of the whole screen, and take away the focus.
 */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => startTransition(() => setMatches(media.matches));
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
