import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { EventReader, withKey } from '../support/event-stream';
import { lockWaits, whileLocked } from '../support/sql';

describe('streams', () => {
  it('do not keep the service from stopping, whether their readers take anything or not', async () => {
    const service = await startTestApp();
    try {
      const { apiKey } = await registerTenant(service.url);
      const reader = await EventReader.open(service.url, withKey(apiKey));
      const stalled = await EventReader.open(service.url, withKey(apiKey));
      stalled.stall();
      // Who waits for them waits longer than this test may take.
      await service.drain(600_000);
      await reader.hasEnded();
      stalled.close();
    } finally {
      await service.close();
    }
  });

  it('that are asked for before the service stops, and opened after, end at once and in order', async () => {
    const service = await startTestApp();
    try {
      const { apiKey } = await registerTenant(service.url);
      const { opening, drained } = await whileLocked(
        service.databaseUrl,
        ['LOCK TABLE announcement_positions'],
        async () => {
          const asked = EventReader.open(service.url, withKey(apiKey));
          await lockWaits(service.databaseUrl);
          return { opening: asked, drained: service.drain(60_000) };
        },
      );
      const reader = await opening;
      await reader.hasEnded();
      expect(reader.isComplete).toBe(true);
      await drained;
    } finally {
      await service.close();
    }
  });
});
