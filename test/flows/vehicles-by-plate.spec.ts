import { VehiclesByPlate1700000000024 } from '../../migrations/0024-vehicles-by-plate';
import { searchText } from '../../src/kernel/search-text';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { sql } from '../support/sql';

describe('vehicles that were saved before their plates were searched without what stands between', () => {
  const app = useOwnTestApp();

  it.each([
    [
      { plateNumber: 'BÜ-AB 123', driverPhone: '+436607654321' },
      ['buab123', 'bü ab‑123', 'BÜ-AB 123', '0660 765 43 21'],
    ],
    [{ plateNumber: 'А123ВС77' }, ['а123вс77', 'А 123 ВС 77']],
    [{ plateNumber: null, driverPhone: '+436607654321' }, ['+43 660 7654321', 'coach']],
    [{ plateNumber: null }, ['coach']],
  ])('are found as all others: %j', async (fields, searches) => {
    const { key, organization } = await registerTenant(app.url);
    await key.post('/api/vehicles', { name: 'Coach 1', capacity: 9, ...fields }).expect(201);
    const { plateNumber } = fields;
    const before = [searchText('Coach 1', plateNumber, null, null), organization.id];
    await sql(app.databaseUrl, 'UPDATE vehicles SET search = $1 WHERE organization_id = $2', before);
    await new VehiclesByPlate1700000000024().up({ query: (text: string) => sql(app.databaseUrl, text) } as never);
    for (const q of searches) {
      const { body } = await key.get(`/api/vehicles?q=${encodeURIComponent(q)}`).expect(200);
      expect([q, ...body.data.map(({ name }: Json) => name)]).toEqual([q, 'Coach 1']);
    }
  });
});
