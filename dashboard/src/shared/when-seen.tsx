import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Suspense, useState, type ReactNode } from 'react';

interface Props {
  /** About the height of what comes, so that it moves nothing. */
  readonly height: number;
  readonly children: ReactNode;
}

/** A part far down a screen, which is loaded and read when somebody comes to it: most leave before. */
export function WhenSeen({ height, children }: Props) {
  const { ref, entry } = useIntersection();
  const [isSeen, setSeen] = useState(false);
  if (entry?.isIntersecting === true && !isSeen) setSeen(true);
  if (isSeen) return <Suspense fallback={<Skeleton h={height} radius={12} data-loading />}>{children}</Suspense>;
  return <div ref={ref} style={{ height }} />;
}
