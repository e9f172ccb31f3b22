import './roles.css';
import { ActionIcon, Group, Menu, MultiSelect, Skeleton, Switch, Table, Text, VisuallyHidden } from '@mantine/core';
import { CheckIcon, EllipsisHorizontalIcon } from '../../shared/icons';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { HistoryItem } from '../audit-logs';
import { useMay, type Permission } from '../session';
import { permissionGroups } from './permission-groups';
import type { Role } from './role';

interface Props {
  /** Undefined while they are read. */
  readonly roles: readonly Role[] | undefined;
  readonly onDelete: (role: Role) => void;
}

/** A row for each permission, a column for each role; the address says which roles, and whether only differences. */
export function RoleMatrix({ roles, onDelete }: Props) {
  const dictionary = useEveryText();
  const { roles: text, apiKeys, common } = dictionary;
  const { search, filter } = useListSearch();
  if (roles === undefined) return <Skeleton h={320} data-loading aria-busy="true" />;
  const chosen = String(search['compare'] ?? '').split(',');
  const compared = roles.filter(({ id }) => chosen.includes(id));
  const shown = compared.length > 0 ? compared : roles;
  const isDifferent = (permission: Permission) =>
    new Set(shown.map(({ permissions }) => permissions.includes(permission))).size > 1;
  const onlyDifferences = search['differences'] === 'only';
  const groups = permissionGroups(dictionary)
    .map(({ group, permissions }) => ({
      group,
      permissions: permissions.filter((each) => !onlyDifferences || isDifferent(each)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  return (
    <>
      <Group gap="md" align="flex-end">
        <MultiSelect
          label={text.compare}
          placeholder={compared.length > 0 ? '' : text.allRoles}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': common.clear }}
          data={roles.map(({ id, name }) => ({ value: id, label: name }))}
          value={compared.map(({ id }) => id)}
          onChange={(ids) => filter({ compare: ids.join(',') || undefined })}
          miw={220}
          maw="100%"
        />
        <Switch
          label={text.onlyDifferences}
          checked={onlyDifferences}
          onChange={({ currentTarget }) => filter({ differences: currentTarget.checked ? 'only' : undefined })}
          pb={6}
        />
      </Group>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': text.matrix } }}
      >
        <Table className="matrix" highlightOnHover>
          <VisuallyHidden component="caption">{text.matrix}</VisuallyHidden>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text.permission}</Table.Th>
              {shown.map((role) => (
                <Table.Th key={role.id} scope="col" className="matrix-role">
                  <RoleHead role={role} onDelete={onDelete} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          {groups.map(({ group, permissions }) => (
            <Table.Tbody key={group}>
              <Table.Tr>
                <Table.Th scope="rowgroup" colSpan={shown.length + 1} className="matrix-group">
                  {text.groups[group]}
                </Table.Th>
              </Table.Tr>
              {permissions.map((permission) => (
                <Table.Tr key={permission}>
                  <Table.Th scope="row" fw={400}>
                    {apiKeys.permissions[permission]}
                  </Table.Th>
                  {shown.map(({ id, permissions: own }) => (
                    <Table.Td key={id} ta="center">
                      {own.includes(permission) ? (
                        <>
                          <CheckIcon width={18} strokeWidth={2.5} aria-hidden />
                          <VisuallyHidden>{common.yes}</VisuallyHidden>
                        </>
                      ) : (
                        // What is empty is read at a glance; a dash in most cells is not.
                        <VisuallyHidden>{common.no}</VisuallyHidden>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          ))}
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function RoleHead({ role, onDelete }: { readonly role: Role; readonly onDelete: (role: Role) => void }) {
  const { roles: text } = useEveryText();
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" justify="center">
      <div>
        <Text fw={600} size="sm" className="matrix-name" title={role.description ?? undefined}>
          {role.name}
        </Text>
        <Text size="xs" c="dimmed" fw={400}>
          {role.system ? text.system : isShadowing(role) ? text.shadowing : text.own}
        </Text>
      </div>
      <RoleMenu role={role} onDelete={onDelete} />
    </Group>
  );
}

function RoleMenu({ role, onDelete }: { readonly role: Role; readonly onDelete: (role: Role) => void }) {
  const { roles: text, common } = useEveryText();
  const { filter } = useListSearch();
  const mayCreate = useMay('roles.create');
  const mayUpdate = useMay('roles.update') && !role.system;
  const mayDelete = useMay('roles.delete') && !role.system;
  const maySeeHistory = useMay('auditLogs.read') && !role.system;
  if (!mayCreate && !mayUpdate && !mayDelete && !maySeeHistory) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={text.actionsFor(role.name)}>
          <EllipsisHorizontalIcon width={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayUpdate ? (
          <Menu.Item onClick={() => filter({ form: 'edit', role: role.id })}>{common.edit}</Menu.Item>
        ) : null}
        {mayCreate ? <Menu.Item onClick={() => filter({ form: 'new', role: role.id })}>{text.copy}</Menu.Item> : null}
        {maySeeHistory ? <HistoryItem type="role" id={role.id} /> : null}
        {mayDelete ? (
          <Menu.Item color="red" onClick={() => onDelete(role)}>
            {common.delete}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether it stands in the place of a role that every organization has. */
export const isShadowing = ({ name, system }: Pick<Role, 'name' | 'system'>): boolean =>
  !system && (name === 'Admin' || name === 'Member');
