import { Injectable, RequestMethod, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OPERATION, type OperationOptions } from '../http/operation.decorator';
import { ACCESS, type AccessRule } from './access.decorator';

/** A route of the service as it was declared. */
export interface Route {
  /** GET, POST, ... or ALL. */
  readonly method: string;
  /** With parameters in the form `:id`, starting with a slash. */
  readonly path: string;
  readonly access: AccessRule;
  readonly operation: OperationOptions | undefined;
  readonly controller: Type;
  readonly handler: string;
}

/** Every route that the controllers declare. Reading it at start keeps a route without `@Access` from starting. */
@Injectable()
export class RouteTable implements OnModuleInit {
  readonly routes: Route[] = [];
  private matchers: { method: string; pattern: RegExp }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error naming a route that does not say who may call it */
  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getControllers()) {
      if (!metatype || !instance) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      for (const handler of this.scanner.getAllMethodNames(prototype)) {
        this.add(metatype as Type, handler, prototype[handler]!);
      }
    }
    this.matchers = this.routes
      .filter((route) => route.method !== 'ALL')
      .map(({ method, path }) => ({
        method,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
      }));
  }

  /** The methods that some route takes at this path; none when the path is unknown. */
  methodsAt(path: string): string[] {
    const methods = new Set(this.matchers.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  private add(controller: Type, handler: string, method: () => unknown): void {
    const verb = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, method);
    if (verb === undefined) return;
    const access = this.reflector.get<AccessRule | undefined>(ACCESS, method);
    if (access === undefined)
      throw new Error(`${controller.name}.${handler} has no @Access line, so the service does not start.`);
    const base = this.reflector.get<string | string[] | undefined>(PATH_METADATA, controller) ?? '';
    const own = this.reflector.get<string | string[] | undefined>(PATH_METADATA, method) ?? '';
    for (const path of [own].flat()) {
      const parts = [...[base].flat(), path].map((part) => part.replace(/^\/|\/$/g, '')).filter((part) => part !== '');
      const operation = this.reflector.get<OperationOptions | undefined>(OPERATION, method);
      this.routes.push({
        method: RequestMethod[verb],
        path: `/${parts.join('/')}`,
        access,
        operation,
        controller,
        handler,
      });
    }
  }
}
