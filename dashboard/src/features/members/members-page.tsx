import { Button, SegmentedControl } from '@mantine/core';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { useMay } from '../session';
import { InvitationTable } from './invitation-table';
import { MemberTable } from './member-table';

const InviteForm = lazyDialog(() => import('./invite-form').then((file) => file.InviteForm));

/** Who belongs to the organization, and who is invited. */
export function MembersPage() {
  const { members: text } = useEveryText();
  const { search, filter } = useListSearch();
  const mayInvite = useMay('users.invite');
  const view = search['view'] === 'invitations' ? 'invitations' : 'members';
  return (
    <Page
      title={text.title}
      actions={mayInvite ? <Button onClick={() => filter({ form: 'new' })}>{text.invite}</Button> : null}
    >
      <SegmentedControl
        aria-label={text.views}
        value={view}
        onChange={(chosen) => filter({ view: chosen === 'members' ? undefined : chosen })}
        data={[
          { value: 'members', label: text.title },
          { value: 'invitations', label: text.invitations },
        ]}
        w="fit-content"
      />
      {view === 'members' ? <MemberTable /> : <InvitationTable />}
      {search['form'] === 'new' && mayInvite ? (
        <InviteForm
          onDone={() => filter({ form: undefined, view: 'invitations' })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
}
