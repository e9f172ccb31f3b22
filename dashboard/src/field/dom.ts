/** Builds an element; texts are never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const button = (label: string, act: () => void, className = '') =>
  element('button', { type: 'button', className, textContent: label, onclick: act });

/** Text by people, which may run from right to left. */
export const written = (text: string) => element('bdi', { textContent: text });

/** Changes a text; written again, the same one would be read out again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
