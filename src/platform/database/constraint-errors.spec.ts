import { Conflict, NotFound } from '../../kernel/problems';
import { mapConstraintErrors } from './constraint-errors';

describe('a write that constraints may refuse', () => {
  const refusals = { codes_unique: () => new Conflict('code_taken', 'Taken.'), codes_plan: () => new NotFound() };
  const failing = (error: object) =>
    mapConstraintErrors(Promise.reject(Object.assign(new Error('refused'), error)), refusals);

  it('gives what it gives', async () => {
    await expect(mapConstraintErrors(Promise.resolve('written'), refusals)).resolves.toBe('written');
  });

  it('throws what the unique constraint or the foreign key means that refused it', async () => {
    await expect(failing({ code: '23505', constraint: 'codes_unique' })).rejects.toMatchObject({ code: 'code_taken' });
    await expect(failing({ code: '23503', constraint: 'codes_plan' })).rejects.toBeInstanceOf(NotFound);
  });

  it('knows a constraint of a shard from the message alone', async () => {
    const message = (name: string) => `insert or update on table "codes_102008" violates constraint "${name}"`;
    await expect(failing({ code: '23505', message: message('codes_unique_102008') })).rejects.toMatchObject({
      code: 'code_taken',
    });
    await expect(failing({ code: '23503', message: message('codes_plan_1020081') })).rejects.toBeInstanceOf(NotFound);
  });

  it.each([
    { code: '23505', constraint: 'others_unique' },
    { code: '23514', constraint: 'codes_unique' },
    { code: '40001' },
  ])('throws %j as it is', async (error) => {
    await expect(failing(error)).rejects.toMatchObject({ message: 'refused', ...error });
  });
});
