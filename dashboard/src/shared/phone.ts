/** A phone number as people write it, with spaces and dashes, the way the service takes it (E.164); null for none. */
export const typedPhone = (text: string): string | null => text.replaceAll(/[\s()/.-]/g, '') || null;
