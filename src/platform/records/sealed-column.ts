import type { Type } from '@nestjs/common';

/** A column of texts that the service's own key seals. */
export interface SealedProperty {
  readonly entity: Type;
  readonly property: string;
  /** Null where they are not sealed again: they live for hours, and are opened with the previous key until they are gone. */
  readonly context: string | null;
}

const columns: SealedProperty[] = [];

function note(entity: object, property: string | symbol, context: string | null): void {
  columns.push({ entity: entity.constructor as Type, property: String(property), context });
}

/**
 * Marks a column of sealed texts: a new encryption key seals them again.
 *
 * @param context SQL for the context that a row's text is sealed for: `'webhook_endpoints.secret:' || id`
 */
export function Sealed(context: string): PropertyDecorator {
  return (entity, property) => note(entity, property, context);
}

/** Marks a column of sealed texts that are gone within hours, and so are not sealed again. */
export function SealedBriefly(): PropertyDecorator {
  return (entity, property) => note(entity, property, null);
}

/** All columns of sealed texts. Complete when all entities are loaded. */
export function sealedColumns(): readonly SealedProperty[] {
  return columns;
}
