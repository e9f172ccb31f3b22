import { api } from '../../shared/api';
import { reading } from '../../shared/reading';

/** What else than the password opens the account. */
export const factorsQuery = reading(['second-factors'], (options) => api.auth.getSecondFactors(options));
