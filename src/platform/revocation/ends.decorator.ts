import type { Enders } from './revocations';

const declared = new Map<object, (readonly [property: string, way: string])[]>();

/**
 * Marks the {@link Enders} of a provider: how something that opens accounts or organizations ends.
 *
 * @param way its name in what-ends-when.ts
 */
export function Ends(way: string) {
  return <Property extends string>(prototype: Readonly<Record<Property, Enders>>, property: Property): void =>
    void declared.set(prototype, [...(declared.get(prototype) ?? []), [property, way]]);
}

/** The marked enders of a provider, each behind the name of what it ends. @throws Error for a property that has none */
export function endersOf(provider: object): (readonly [way: string, enders: Enders])[] {
  const marked = declared.get(Object.getPrototypeOf(provider) as object) ?? [];
  return marked.map(([property, way]) => {
    const enders = (provider as Partial<Record<string, Enders>>)[property];
    if (enders === undefined) throw new Error(`${property} does not say how ${way} end.`);
    return [way, enders];
  });
}
