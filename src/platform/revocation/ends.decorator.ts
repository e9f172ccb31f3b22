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

/** The marked properties of a provider, each with the name of what it ends. */
export function endersOf(provider: object): readonly (readonly [property: string, way: string])[] {
  return declared.get(Object.getPrototypeOf(provider) as object) ?? [];
}
