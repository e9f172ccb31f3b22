import { Organization } from './organization';
import { plantSeason } from './season';
import { test as base } from './test';

/** Gives all tests of a file one organization with a season, for those that only look. */
export const test = base.extend<object, { season: Organization }>({
  season: [
    async ({}, use) => {
      const organization = await Organization.register();
      await plantSeason(organization);
      await use(organization);
      await organization.close();
    },
    { scope: 'worker' },
  ],
});
