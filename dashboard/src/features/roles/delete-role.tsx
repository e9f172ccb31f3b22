import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useEveryText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { useMay } from '../session';
import { isShadowing } from './role-matrix';
import { roles, type Role } from './role';
import { holdersQuery } from './roles-queries';

/** Says who has the role before it goes; a role in use stays, with a way to those who have it. */
export function DeleteRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const { roles: text, common } = useEveryText();
  const maySeeMembers = useMay('users.read');
  const { data: holders = 0 } = useQuery({ ...holdersQuery(role.name), enabled: maySeeMembers });
  return (
    <ConfirmDialog
      title={text.deleteTitle(role.name)}
      action={common.delete}
      isFinal
      run={() => roles.remove(role.id)}
      onDone={onClose}
      onCancel={onClose}
    >
      {isShadowing(role) ? text.deleteShadowing(role.name) : text.deleteText}
      {holders === 0 ? null : (
        <>
          {' '}
          <TextLink to="/settings/members" search={{ role: role.name }}>
            {text.holders(holders)}
          </TextLink>
        </>
      )}
    </ConfirmDialog>
  );
}
