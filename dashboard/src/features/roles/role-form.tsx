import './roles.css';
import { Alert, Checkbox, Fieldset, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { versioned, api, type Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey, useSession, type Permission } from '../session';
import { permissionGroups } from './permission-groups';
import { isShadowing } from './role-matrix';
import { createRole, roleQuery, updateRole, type Role } from './roles-queries';

const roleValues = ({ name, description, permissions }: Pick<Role, 'name' | 'description' | 'permissions'>) => ({
  name,
  description: description ?? '',
  permissions: [...permissions],
});

type Values = ReturnType<typeof roleValues>;

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** @param like a role whose permissions the new one begins with */
export function NewRole({ like, ...props }: Props & { readonly like: Role | undefined }) {
  const values = roleValues({ name: '', description: null, permissions: like?.permissions ?? [] });
  return <RoleForm role={null} initial={values} {...props} />;
}

export function EditRole({ id, ...props }: Props & { readonly id: string }) {
  const { data: role, error } = useQuery(roleQuery(id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (role === undefined) return <Skeleton h={40} data-loading />;
  return <RoleForm role={role} initial={roleValues(role.record)} {...props} />;
}

interface FormProps extends Props {
  /** Null for a new one. */
  readonly role: Versioned<Role> | null;
  readonly initial: Values;
}

function RoleForm({ role, initial, onDone, onClose }: FormProps) {
  const { roles: text } = useEveryText();
  const form = useForm<Values>({ initialValues: initial });
  const { name } = form.values;
  const isNew = role === null;
  const bodyOf = ({ description, ...rest }: Values) => ({ ...rest, description: description.trim() || null });
  return (
    <RecordForm<Values, unknown>
      title={isNew ? text.new : text.editTitle(role.record.name)}
      form={form}
      draftKey={useDraftKey(`role ${role?.record.id ?? 'new'}`)}
      etag={role?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        isNew ? createRole(bodyOf(values), idempotencyKey) : updateRole(role.record.id, bodyOf(values), etag!)
      }
      {...(!isNew && {
        readTheirs: async () => {
          const theirs = await versioned(api.organizations.roles.get(role.record.id));
          return { record: roleValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={isNew ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} required maxLength={50} data-autofocus {...form.getInputProps('name')} />
      {isShadowing({ name: name.trim(), system: false }) ? (
        <Alert title={text.shadowTitle(name.trim())}>{text.shadowText(name.trim())}</Alert>
      ) : null}
      <Textarea
        label={text.fields.description}
        autosize
        minRows={1}
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <Permissions
        value={form.values.permissions}
        given={role?.record.permissions ?? []}
        error={form.errors['permissions']}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
      />
    </RecordForm>
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
