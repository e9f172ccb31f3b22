import { Global, Module } from '@nestjs/common';
import { HOST_RESOLVER, SystemHostResolver } from './host-resolver';
import { OutboundHttp } from './outbound-http.service';

/** Calls to addresses that customers name. */
@Global()
@Module({
  providers: [{ provide: HOST_RESOLVER, useFactory: () => new SystemHostResolver() }, OutboundHttp],
  exports: [OutboundHttp],
})
export class OutboundHttpModule {}
