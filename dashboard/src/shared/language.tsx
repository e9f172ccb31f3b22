import {
  createContext,
  startTransition,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { publicTexts, type Dictionary, type PublicTexts, type ScreenTexts } from '../locales/en';
import type { AdministrationTexts } from '../locales/en/administration-texts';
import type { AppTexts } from '../locales/en/app-texts';

/**
 * Every language there is, by its own name; a further one is a folder in `locales` and a line here. Its texts come in
 * three parts, so that the page to sign in doesn't wait for those of all screens, nor a planner for those of Settings.
 */
export const LANGUAGES = {
  en: {
    name: 'English',
    loadPublicTexts: () => Promise.resolve(publicTexts as PublicTexts),
    loadAppTexts: () => import('../locales/en/app-texts').then(({ appTexts }) => appTexts as AppTexts),
    loadAdministrationTexts: () =>
      import('../locales/en/administration-texts').then(
        ({ administrationTexts }) => administrationTexts as AdministrationTexts,
      ),
  },
  de: {
    name: 'Deutsch',
    loadPublicTexts: () => import('../locales/de').then((german) => german.publicTexts),
    loadAppTexts: () => import('../locales/de/app-texts').then(({ appTexts }) => appTexts),
    loadAdministrationTexts: () =>
      import('../locales/de/administration-texts').then(({ administrationTexts }) => administrationTexts),
  },
} as const;

export type Language = keyof typeof LANGUAGES;

const STORED = 'te-language';
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGES;

function initialLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

let current: Language = initialLanguage();

/** The locale for dates, numbers and amounts: the browser's own where it is of the chosen language (en-GB, de-AT). */
export function locale(): string {
  return localeOf(current);
}

const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language;

/** The languages that letters are written in, as choices of a locale. */
export const letterLocales = (): { value: string; label: string }[] =>
  Object.entries(LANGUAGES).map(([language, { name }]) => ({ value: localeOf(language as Language), label: name }));

interface LanguageState {
  readonly language: Language;
  readonly text: ScreenTexts;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageState | null>(null);

const loadedTexts = new Map<Language, Promise<AppTexts>>();

function appTextsOf(language: Language): Promise<AppTexts> {
  let appTexts = loadedTexts.get(language);
  if (appTexts === undefined) loadedTexts.set(language, (appTexts = LANGUAGES[language].loadAppTexts()));
  // A broken connection is no reason never to ask again.
  appTexts.catch(() => loadedTexts.delete(language));
  return appTexts;
}

/** Begins to load what {@link AppTextsProvider} will need. */
export function preloadAppTexts(): void {
  void appTextsOf(current).catch(() => undefined);
}

const everyText = new Map<Language, Promise<Dictionary>>();

async function loadEveryText(language: Language): Promise<Dictionary> {
  const { loadPublicTexts, loadAdministrationTexts } = LANGUAGES[language];
  const [publicPart, appPart, administrationPart] = await Promise.all([
    loadPublicTexts(),
    appTextsOf(language),
    loadAdministrationTexts(),
  ]);
  return { ...publicPart, ...appPart, ...administrationPart };
}

function everyTextOf(language: Language): Promise<Dictionary> {
  let texts = everyText.get(language);
  if (texts === undefined) everyText.set(language, (texts = loadEveryText(language)));
  texts.catch(() => everyText.delete(language));
  return texts;
}

/** Loads what {@link useEveryText} will need. */
export async function preloadEveryText(): Promise<void> {
  await everyTextOf(current);
}

interface Shown {
  readonly language: Language;
  readonly publicTexts: PublicTexts;
}

/** Gives the texts needed before signing in to everything below it; shows nothing until they are loaded. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(current === 'en' ? { language: 'en', publicTexts } : null);
  const show = useCallback((language: Language) => {
    current = language;
    void LANGUAGES[language].loadPublicTexts().then((loaded) => {
      if (current !== language) return;
      document.documentElement.lang = language;
      // What is shown stays until all of the other language has come.
      startTransition(() => setShown({ language, publicTexts: loaded }));
    });
  }, []);
  useEffect(() => show(current), [show]);
  const state = useMemo(() => {
    const choose = (chosen: Language) => {
      localStorage.setItem(STORED, chosen);
      show(chosen);
    };
    return shown && { language: shown.language, text: shown.publicTexts as ScreenTexts, choose };
  }, [shown, show]);
  if (state === null) return null;
  return <LanguageContext.Provider value={state}>{children}</LanguageContext.Provider>;
}

/** Adds the texts of everything behind signing in; suspends until they are loaded. */
export function AppTextsProvider({ children }: { readonly children: ReactNode }) {
  const state = useLanguage();
  const appTexts = use(appTextsOf(state.language));
  const whole = useMemo(() => ({ ...state, text: { ...state.text, ...appTexts } }), [state, appTexts]);
  return <LanguageContext.Provider value={whole}>{children}</LanguageContext.Provider>;
}

/** The chosen language, and how to choose another. */
export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (state === null) throw new Error('There is no LanguageProvider above this component.');
  return state;
}

/**
 * The texts of the chosen language, by feature: `const text = useText().tours`. Before signing in, only those of
 * `PublicTexts` are there.
 */
export function useText(): ScreenTexts {
  return useLanguage().text;
}

/** The same, with those of Settings, Platform and the import of guests; suspends until they are loaded. */
export function useEveryText(): Dictionary {
  return use(everyTextOf(useLanguage().language));
}
