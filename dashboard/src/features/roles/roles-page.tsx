import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { useMay } from '../session';
import { DeleteRole } from './delete-role';
import { RoleMatrix } from './role-matrix';
import type { Role } from './role';
import { rolesQuery } from './roles-queries';
import { WhatSomebodyMay } from './what-somebody-may';

const EditRole = lazyDialog(() => import('./role-form').then((file) => file.EditRole));
const NewRole = lazyDialog(() => import('./role-form').then((file) => file.NewRole));

/** What each role may do, side by side, and what that means for one person. */
export function RolesPage() {
  const { roles: text } = useEveryText();
  const { search, filter } = useListSearch();
  const mayCreate = useMay('roles.create');
  const mayUpdate = useMay('roles.update');
  const maySeeMembers = useMay('users.read');
  const [deleting, setDeleting] = useState<Role | null>(null);
  const { data: roles, error } = useQuery(rolesQuery);
  const { form, role } = search;
  const close = () => filter({ form: undefined, role: undefined });
  const newRole = mayCreate ? <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button> : null;
  return (
    <Page title={text.title} actions={newRole}>
      <Text size="sm" c="dimmed" className="prose">
        {text.explanation}
      </Text>
      {error === null ? null : <ProblemAlert error={error} />}
      <RoleMatrix roles={roles} onDelete={setDeleting} />
      {maySeeMembers && roles !== undefined ? <WhatSomebodyMay roles={roles} /> : null}
      {form === 'new' && mayCreate ? <NewRole like={roles?.find(({ id }) => id === role)} onClose={close} /> : null}
      {form === 'edit' && mayUpdate && typeof role === 'string' ? <EditRole id={role} onClose={close} /> : null}
      {deleting === null ? null : <DeleteRole role={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
