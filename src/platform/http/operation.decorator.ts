import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { RawBodyOptions } from './raw-body';

/** What a route answers when all goes well. */
export type Answer =
  /** A record; `or` as well where a caller may ask for several at once. */
  | { readonly record: Type; readonly or?: Type }
  | { readonly page: Type }
  /** A body that is neither a record nor a page, such as the session; `text` as well when the caller may ask for that. */
  | { readonly body: Type; readonly text?: string; readonly textExample?: string }
  | { readonly nothing: true }
  /** Another content type than JSON; by its name. */
  | { readonly text: string; readonly textExample?: string; readonly record?: Type }
  /** The same, for one record: the route sets the answer's ETag. */
  | { readonly text: string; readonly textExample?: string; readonly tagged: true };

/** What the OpenAPI document says of a route, beyond what its parameters and its `@Access` line say. */
export interface OperationOptions {
  /** Its name in the code that others generate: a verb and what it is done to, `listTours`. Once published it stays. */
  operationId: string;
  summary: string;
  description?: string;
  /** The body, where it is not JSON; the handler takes it with `@RawBody()`. */
  takes?: RawBodyOptions;
  /** Fields that the example of the body is without: they name something that is not there from the beginning. */
  exampleWithout?: readonly string[];
  answer: Answer;
  /** The answer sets the session's cookie, or takes it back. */
  setsCookie?: true;
  /** Fields of the answer's example that are not like those of the other answers with this shape. */
  example?: Readonly<Record<string, unknown>>;
  /** 201 for create, 200 for everything else that has a body, 204 without one; stated where it differs. */
  status?: number;
  /**
   * Refusals that are this route's own, beyond those every route like it has: code and what it means. One that says what
   * the usual code means here takes the place of the usual words; `On field:` before the code says which field it names.
   */
  refuses?: Readonly<Record<number, string>>;
}

export const OPERATION = Symbol('operation');

/** Documents a route, and fixes the status that it answers with. */
export function Operation(options: OperationOptions): MethodDecorator {
  return applyDecorators(
    HttpCode(statusOf(options)),
    SetMetadata(OPERATION, options),
    ApiOperation({
      summary: options.summary,
      ...(options.description !== undefined && { description: options.description }),
    }),
  );
}

const SECTION = Symbol('section');

/** Says in a sentence what the routes of a controller are for. */
export function Section(description: string): ClassDecorator {
  return SetMetadata(SECTION, description);
}

/** What {@link Section} says of a controller; nothing when it has no such line. */
export function sectionOf(controller: Type): string | undefined {
  return Reflect.getMetadata(SECTION, controller) as string | undefined;
}

/** The status that a route answers with when all goes well. */
export function statusOf(options: OperationOptions): number {
  return options.status ?? ('nothing' in options.answer ? 204 : 200);
}
