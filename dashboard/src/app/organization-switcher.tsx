import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSession, useSession } from '../features/session';
import { api } from '../shared/api';
import { hashOf } from '../shared/avatar';
import { withReauthentication } from '../shared/with-reauthentication';
import { CheckIcon, ChevronUpDownSolidIcon } from '../shared/icons';
import { useText } from '../shared/language';

/** Which organization this is, and the others that one is a member of. */
export function OrganizationSwitcher() {
  const { organization, impersonator, role } = useSession();
  const { shell } = useText();
  const [isOpen, setOpen] = useState(false);
  const own = useQuery({
    queryKey: ['session', 'organizations'],
    queryFn: ({ signal }) => api.users.me.organizations.listOwn({ signal }),
    enabled: isOpen && impersonator === null,
  });
  const switching = useMutation({
    mutationFn: (organizationId: string) =>
      withReauthentication(() => changeSession(() => api.auth.switchOrganization({ organizationId }), '/')),
  });
  // This one is there before the others are read: a menu that opens has an item for the focus.
  const organizations = own.data?.data ?? [
    { id: organization.id, name: organization.name, role: role ?? shell.operator },
  ];
  const choose = (id: string) => {
    if (id !== organization.id) switching.mutate(id);
  };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className="switcher" aria-label={shell.organization(organization.name)}>
          <OrganizationLogo id={organization.id} name={organization.name} />
          <span className="switcher-text">
            <b>{organization.name}</b>
            <small data-text={role ?? shell.operator} />
          </span>
          <ChevronUpDownSolidIcon width={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.switchTo}</Menu.Label>
        {organizations.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            aria-current={id === organization.id || undefined}
            disabled={switching.isPending}
            onClick={() => choose(id)}
            rightSection={id === organization.id ? <CheckIcon width={14} /> : null}
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

/** Its first letter, in a colour of its own. */
function OrganizationLogo({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span
      className="switcher-logo"
      style={{ background: `var(--te-tour-${(hashOf(id) % 8) + 1})` }}
      data-text={[...name][0]?.toUpperCase()}
      aria-hidden
    />
  );
}
