import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

/** What a route answers when all goes well. */
export type Answer =
  | { readonly record: Type }
  | { readonly page: Type }
  /** A body that is neither a record nor a page, such as the session; `text` as well when the caller may ask for that. */
  | { readonly body: Type; readonly text?: string; readonly textExample?: string }
  | { readonly nothing: true }
  /** Another content type than JSON; by its name. */
  | { readonly text: string; readonly textExample?: string; readonly record?: Type };

/** What the OpenAPI document says of a route, beyond what its parameters and its `@Access` line say. */
export interface OperationOptions {
  summary: string;
  description?: string;
  answer: Answer;
  /** 201 for create, 200 for everything else that has a body, 204 without one; stated where it differs. */
  status?: number;
  /** Refusals that are this route's own, beyond those every route like it has: code and what it means. */
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

/** The status that a route answers with when all goes well. */
export function statusOf(options: OperationOptions): number {
  return options.status ?? ('nothing' in options.answer ? 204 : 200);
}
