import './acting-as.css';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeSession, useSession } from '../features/session';
import { api } from '../shared/api';
import { forgetDrafts } from '../shared/draft';
import { Instant } from '../shared/instant';
import { useText } from '../shared/language';
import { OWN_TIME_ZONE } from '../shared/time';

/**
 * Over every screen while an operator acts as somebody else: whose eyes these are, since when, and the way back. Dialogs
 * leave it free, and a frame around the window stays visible over them, too.
 */
export function ActingAs() {
  const { user, organization, impersonator } = useSession();
  const { shell } = useText();
  const stop = useMutation({
    // What was typed as somebody else is theirs, not the operator's.
    mutationFn: () =>
      changeSession(
        () =>
          api.impersonation
            .end()
            .catch(() => undefined)
            .finally(forgetDrafts),
        `/platform/users?user=${user.id}`,
      ),
  });
  const bar = useRef<HTMLElement>(null);
  const isActing = impersonator !== null;
  useEffect(() => {
    if (bar.current === null) return;
    const { style } = document.documentElement;
    // Its text takes as many lines as the window leaves it; dialogs begin below.
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--te-acting-height', `${entry!.target.getBoundingClientRect().height}px`),
    );
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--te-acting-height');
    };
  }, [isActing]);
  if (impersonator === null) return null;
  return (
    <>
      <section ref={bar} className="acting-as no-print" aria-label={shell.actingAs}>
        <Group justify="space-between" gap="xs" px="md" py="xs">
          <Text size="sm" className="acting-as-text">
            <strong>{shell.actingAsText(user.name, organization.name)}</strong> {shell.actingSince}{' '}
            <Instant at={impersonator.since} zone={OWN_TIME_ZONE} />. {shell.actingRecorded(impersonator.name)}
          </Text>
          <Button size="xs" variant="white" color="dark" loading={stop.isPending} onClick={() => stop.mutate()}>
            {shell.stop}
          </Button>
        </Group>
      </section>
      <div className="acting-as-frame no-print" aria-hidden />
    </>
  );
}
