import { Group } from '@mantine/core';
import type { OrganizationStatus, PlatformUserView } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { Status } from '../../shared/status';

export function OrganizationState({ status }: { readonly status: OrganizationStatus }) {
  const {
    operators: { organizations: text },
  } = useEveryText();
  return <Status tone={status === 'active' ? 'good' : 'bad'}>{text.statuses[status]}</Status>;
}

/** Whether somebody can sign in, and whether they operate the platform. */
export function UserState({
  user: { status, superAdmin, erasedAt },
}: {
  readonly user: Pick<PlatformUserView, 'status' | 'superAdmin' | 'erasedAt'>;
}) {
  const {
    operators: { users: text },
  } = useEveryText();
  return (
    <Group gap="sm" component="span" display="inline-flex">
      {erasedAt === null ? (
        <Status tone={status === 'active' ? 'good' : 'bad'}>{text.statuses[status]}</Status>
      ) : (
        <Status tone="neutral">{text.erased}</Status>
      )}
      {superAdmin ? <Status tone="neutral">{text.superAdmin}</Status> : null}
    </Group>
  );
}
