import type { PublicTexts } from '../en';
import { common, conflict, drafts, problems, states } from './common';
import { session } from './session';

/** The texts in German that are needed before signing in. */
export const publicTexts: PublicTexts = {
  common,
  conflict,
  drafts,
  problems,
  session,
  states,
};
