import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer';
import { defer, lastValueFrom, type Observable } from 'rxjs';

/** What an interceptor stands in front of: the next one, or the controller. */
export type Next = () => Promise<unknown>;

/**
 * An interceptor with promises instead of observables, because every response of this service comes as a whole. It
 * also works as an ordinary interceptor of Nest, for routes that have others besides.
 */
export abstract class PromiseInterceptor implements NestInterceptor {
  /** @returns the response: that of `next`, or another */
  abstract around(execution: ExecutionContext, next: Next): Promise<unknown>;

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = () =>
      lastValueFrom(
        defer(() => next.handle()),
        { defaultValue: undefined },
      );
    return defer(() => this.around(execution, response));
  }
}

let direct = false;

/**
 * Makes Nest call interceptors of this kind directly. Nest itself wraps each in observables, for responses that come in
 * parts, which took a seventh of the time of a request that reads one record (`node bench/profile.js`). Nest has no
 * setting for it and creates the object that runs interceptors itself, so that object's method is replaced. Routes that
 * have interceptors of another kind are run as before.
 */
export function callInterceptorsDirectly(): void {
  if (direct) return;
  direct = true;
  const { intercept } = InterceptorsConsumer.prototype;
  InterceptorsConsumer.prototype.intercept = async function (interceptors, args, instance, callback, next, type) {
    if (!interceptors.every(isOfPromises))
      return intercept.call(this, interceptors, args, instance, callback, next, type);
    const execution = this.createContext(args, instance, callback);
    if (type !== undefined) execution.setType(type);
    const from = (index: number): Promise<unknown> =>
      interceptors[index]?.around(execution, () => from(index + 1)) ?? next();
    return from(0);
  };
}

function isOfPromises(interceptor: NestInterceptor): interceptor is PromiseInterceptor {
  return interceptor instanceof PromiseInterceptor;
}
