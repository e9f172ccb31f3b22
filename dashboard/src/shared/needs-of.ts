interface Eating {
  readonly dietary: string | null;
  readonly companions: readonly { readonly name: string; readonly dietary: string | null }[];
}

/** What a guest and those whom they bring eat, each companion by name; null where nothing is known. */
export function needsOf({ dietary, companions }: Eating): string | null {
  const needs = companions.flatMap((one) => (one.dietary === null ? [] : [`${one.name}: ${one.dietary}`]));
  return [dietary, ...needs].filter((need) => need !== null).join(' · ') || null;
}
