interface Dated {
  readonly id: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

/** The event that an expense is most likely for: one that goes on, else the one that is next to now. */
export function likelyEvent(events: readonly Dated[], now = Date.now()): string | null {
  const distance = ({ startsAt, endsAt }: Dated): number => {
    if (startsAt === null) return Infinity;
    const start = Date.parse(startsAt);
    const end = endsAt === null ? start : Date.parse(endsAt);
    return start <= now && now <= end ? 0 : Math.min(Math.abs(start - now), Math.abs(end - now));
  };
  const [first] = [...events].sort((a, b) => distance(a) - distance(b));
  return first?.id ?? null;
}
