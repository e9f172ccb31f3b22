/** Tables that are only appended to: the application's role may not change or delete their rows. */
export const APPEND_ONLY_TABLES = ['audit_records', 'audit_seals'] as const;

/** Tables that outlive their organization: the chain must stay whole to be verified. */
export const LASTING_TABLES = [...APPEND_ONLY_TABLES, 'audit_unsealed', 'audit_heads'] as const;
