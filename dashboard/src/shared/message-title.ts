import { useText } from './language';

interface Titled {
  readonly sentSubject: string | null;
  readonly template: string | null;
}

/** What a message is called in lists: its subject as it was sent, or the template that it is made from. */
export function useMessageTitle(): (message: Titled) => string {
  const { messages } = useText();
  const named = (variable: string) => messages.variables[variable as keyof typeof messages.variables];
  return ({ sentSubject, template }) =>
    // What differs from guest to guest is shown by its name.
    sentSubject?.replace(/\{\{([^{}]*)\}\}/g, (_match, variable: string) => `(${named(variable)})`) ??
    messages.template(template ?? '');
}
