import type { AdministrationTexts } from './administration-texts';
import type { AppTexts } from './app-texts';
import { common, conflict, drafts, problems, states } from './common';
import { session } from './session';

/** The texts in English that are needed before signing in, by feature: the form of every other language's. */
export const publicTexts = {
  common,
  conflict,
  drafts,
  problems,
  session,
  states,
};

export type PublicTexts = typeof publicTexts;

/** The texts that every screen behind signing in has, by feature. */
export type ScreenTexts = PublicTexts & AppTexts;

/** All texts, by feature. */
export type Dictionary = ScreenTexts & AdministrationTexts;
