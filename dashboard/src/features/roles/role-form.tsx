import './roles.css';
import { Alert, Checkbox, Fieldset, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { formOf, type FormProps } from '../../shared/resource';
import { ResourceForm } from '../resources';
import { useSession, type Permission } from '../session';
import { permissionGroups } from './permission-groups';
import { isShadowing } from './role-matrix';
import { roles, type Role } from './role';

interface Props {
  readonly onClose: () => void;
}

/** @param like a role whose permissions the new one begins with */
export function NewRole({ like, ...props }: Props & { readonly like: Role | undefined }) {
  return <RoleForm {...props} record={null} begin={{ permissions: [...(like?.permissions ?? [])] }} />;
}

export function EditRole({ id, ...props }: Props & { readonly id: string }) {
  const { data: role, error } = useQuery(roles.one(id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (role === undefined) return <Skeleton h={40} data-loading />;
  return <RoleForm {...props} record={role} />;
}

interface RoleFormProps extends FormProps<Role> {
  readonly begin?: { readonly permissions: Permission[] };
}

const FORM = formOf(roles, {
  valuesOf: ({ name, description, permissions }) => ({
    name,
    description: description ?? '',
    permissions: [...permissions],
  }),
  empty: { name: '', description: '', permissions: [] },
  bodyOf: ({ description, ...rest }) => ({ ...rest, description: description.trim() || null }),
});

function RoleForm({ record, ...props }: RoleFormProps) {
  const { roles: text } = useEveryText();
  const edit = text.editTitle(record?.record.name ?? '');
  return (
    <ResourceForm {...props} record={record} of={FORM} text={{ ...text, edit }}>
      {(input, form) => (
        <>
          <TextInput {...input('name')} required maxLength={50} data-autofocus />
          {isShadowing({ name: form.values.name.trim(), system: false }) ? (
            <Alert title={text.shadowTitle(form.values.name.trim())}>{text.shadowText(form.values.name.trim())}</Alert>
          ) : null}
          <Textarea {...input('description')} autosize minRows={1} maxLength={500} />
          <Permissions
            value={form.values.permissions}
            given={record?.record.permissions ?? []}
            error={form.errors['permissions']}
            onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          />
        </>
      )}
    </ResourceForm>
  );
}

interface PermissionsProps {
  readonly value: readonly Permission[];
  /** Those that the role has already: they can be taken away by whoever does not have them. */
  readonly given: readonly Permission[];
  readonly error: React.ReactNode;
  readonly onChange: (permissions: Permission[]) => void;
}

/** What the role may do. Nobody gives what they don't have themselves. */
function Permissions({ value, given, error, onChange }: PermissionsProps) {
  const dictionary = useEveryText();
  const { roles: text, apiKeys } = dictionary;
  const { permissions: own } = useSession();
  const mayGive = (permission: Permission) => own.includes(permission) || given.includes(permission);
  const groups = permissionGroups(dictionary);
  const isAnyWithheld = groups.some(({ permissions }) => !permissions.every(mayGive));
  return (
    <Checkbox.Group
      label={text.fields.permissions}
      description={isAnyWithheld ? text.withheld : undefined}
      error={error}
      data-path="permissions"
      value={[...value]}
      onChange={(chosen) => onChange(chosen as Permission[])}
    >
      <Stack gap="xs" mt="xs">
        {groups.map(({ group, permissions }) => (
          <Fieldset key={group} legend={<Text size="sm">{text.groups[group]}</Text>} variant="unstyled">
            <div className="choices">
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  size="xs"
                  value={permission}
                  label={apiKeys.permissions[permission]}
                  disabled={!mayGive(permission)}
                />
              ))}
            </div>
          </Fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
