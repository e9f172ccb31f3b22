import type { Dictionary } from '../en';

export const auditLog: Dictionary['auditLog'] = {};
