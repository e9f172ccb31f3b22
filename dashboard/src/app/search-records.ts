/** Something that the palette can jump to. */
export interface Hit {
  readonly to: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The records that match what was typed. */
export function useFoundRecords(_query: string): readonly Hit[] {
  return [];
}
