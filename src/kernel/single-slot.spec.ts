import { SingleSlot } from './single-slot';

describe('a port', () => {
  it('gives what was registered, and nothing before', () => {
    const port = new SingleSlot<string>('greeting');
    expect(() => port.get()).toThrow('No greeting is registered.');
    port.register('hello');
    expect(port.get()).toBe('hello');
  });

  it('is registered with once', () => {
    const port = new SingleSlot<string>('greeting');
    port.register('hello');
    expect(() => port.register('goodbye')).toThrow('greeting is already registered.');
    expect(port.get()).toBe('hello');
  });
});
