import { Button, Menu, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSession, useSession } from '../features/session';
import { te } from '../shared/api';
import { freshly } from '../shared/freshly';
import { useText } from '../shared/language';

/** Which organization this is, and the others that one is a member of. */
export function OrganizationSwitcher() {
  const { organization, impersonator } = useSession();
  const { shell } = useText();
  const [isOpen, setOpen] = useState(false);
  const own = useQuery({
    queryKey: ['session', 'organizations'],
    queryFn: ({ signal }) => te.users.me.organizations.listOwn({ signal }),
    enabled: isOpen && impersonator === null,
  });
  const switching = useMutation({
    mutationFn: (organizationId: string) =>
      freshly(() => changeSession(() => te.auth.switchOrganization({ organizationId }), '/')),
  });
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" miw={0} aria-label={shell.organization(organization.name)}>
          <Text truncate fw={600} maw={{ base: 110, xs: 160, sm: 280 }}>
            {organization.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.switchTo}</Menu.Label>
        {own.data?.data.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            disabled={id === organization.id || switching.isPending}
            onClick={() => switching.mutate(id)}
          >
            {name}
            <Text component="span" display="block" size="xs" c="dimmed">
              {role}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
