import type { UpdateSingleSignOnData } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';
import { reading } from '../../shared/reading';

export const singleSignOnQuery = reading(['settings', 'sso'], (options) => api.settings.getSingleSignOn(options));

/** The names of the roles that new members can have. */
export const rolesQuery = reading(['roles', 'names'], async (options) =>
  (await readAll(api.organizations.roles.all({}, options))).map(({ name }) => name),
);

async function changed<Result>(work: Promise<Result>): Promise<Result> {
  const result = await work;
  await queryClient.invalidateQueries({ queryKey: singleSignOnQuery.queryKey });
  return result;
}

export const setProvider = (body: UpdateSingleSignOnData['body']) =>
  changed(withReauthentication(() => api.settings.updateSingleSignOn(body)));
export const removeProvider = () => changed(withReauthentication(() => api.settings.removeSingleSignOn()));
export const addDomain = (domain: string) =>
  changed(withReauthentication(() => api.settings.sso.domains.add({ domain })));
export const removeDomain = (id: string) => changed(withReauthentication(() => api.settings.sso.domains.remove(id)));
export const verifyDomain = (id: string, byOperator: boolean) =>
  changed(withReauthentication(() => api.settings.sso.domains.verify(id, { byOperator })));
