import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { en, type Dictionary } from '../locales/en';

/** Every language there is, by its own name; a further one is a folder in `locales` and a line here. */
export const LANGUAGES = {
  en: { name: 'English', load: () => Promise.resolve(en as Dictionary) },
  de: { name: 'Deutsch', load: () => import('../locales/de').then(({ de }) => de) },
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
  return navigator.languages.find((tag) => tag.startsWith(current)) ?? current;
}

interface LanguageState {
  readonly language: Language;
  readonly text: Dictionary;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageState | null>(null);

/** Gives the texts of the chosen language to everything below it; shows nothing until they are loaded. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(current);
  const [text, setText] = useState<Dictionary | null>(current === 'en' ? (en as Dictionary) : null);
  useEffect(() => {
    let isCurrent = true;
    void LANGUAGES[language].load().then((loaded) => {
      if (!isCurrent) return;
      current = language;
      document.documentElement.lang = language;
      setText(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (text === null) return null;
  const choose = (chosen: Language) => {
    localStorage.setItem(STORED, chosen);
    setLanguage(chosen);
  };
  return <LanguageContext.Provider value={{ language, text, choose }}>{children}</LanguageContext.Provider>;
}

/** The chosen language, and how to choose another. */
export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (state === null) throw new Error('There is no LanguageProvider above this component.');
  return state;
}

/** The texts of the chosen language, by feature: `const text = useText().tours`. */
export function useText(): Dictionary {
  return useLanguage().text;
}
