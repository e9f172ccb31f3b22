/** Values as the choices of an input, with what each is called. */
export const choices = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] => values.map((value) => ({ value, label: words[value] }));
