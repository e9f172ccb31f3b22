import { element, setText } from './dom';
import type { SyncState } from './sync';
import { words } from './words';

/** While the service asks for the PIN: what is said of the one that was typed. */
const PROBLEMS: Readonly<Partial<Record<SyncState, string>>> = {
  pinRequired: '',
  pinWrong: words.pinWrong,
  pinLocked: words.pinLocked,
};

/** Shown while the link asks for its PIN. */
export class PinForm {
  private readonly input = element('input', {
    id: 'pin',
    inputMode: 'numeric',
    autocomplete: 'off',
    maxLength: 8,
    required: true,
  });
  private readonly problem = element('p', { role: 'alert' });
  readonly element: HTMLFormElement;

  constructor(enter: (pin: string) => void) {
    this.element = element(
      'form',
      { className: 'pin', hidden: true },
      element('label', { htmlFor: 'pin', textContent: words.pin }),
      this.input,
      element('button', { className: 'primary', textContent: words.open }),
      this.problem,
    );
    this.element.onsubmit = (event) => {
      event.preventDefault();
      enter(this.input.value.trim());
    };
  }

  show(state: SyncState | null): void {
    const problem = PROBLEMS[state ?? 'fresh'];
    this.element.hidden = problem === undefined;
    setText(this.problem, problem ?? '');
  }
}
