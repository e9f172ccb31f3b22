import { useText } from '../../shared/language';
import type { Variable } from './message-variables';
import type { Message } from './notifications-queries';

/** What a message is called in lists: its subject as it was sent, or the template that it is made from. */
export function useMessageTitle(): (message: Pick<Message, 'sentSubject' | 'template'>) => string {
  const { messages } = useText();
  const named = (variable: string) => messages.variables[variable as Variable];
  return ({ sentSubject, template }) =>
    // What differs from guest to guest is shown by its name.
    sentSubject?.replace(/\{\{([^{}]*)\}\}/g, (_match, variable: string) => `(${named(variable)})`) ??
    messages.template(template ?? '');
}
