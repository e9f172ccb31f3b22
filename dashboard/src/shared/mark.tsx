/** The mark of the product: a line from a stop to the next, which is now. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden>
      <defs>
        <linearGradient id="te-mark" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#fff" stopOpacity={0.1} />
          <stop offset="1" stopColor="#101a50" stopOpacity={0.5} />
        </linearGradient>
      </defs>
      <rect width="28" height="28" rx="8" fill="#2b50d8" />
      <rect width="28" height="28" rx="8" fill="url(#te-mark)" />
      <path d="M8.5 20.2c0-8 11-4.4 11-12.4" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="8.5" cy="20.2" r="2.7" fill="#fff" />
      <circle cx="19.5" cy="7.8" r="3.3" fill="#ff8a3d" />
    </svg>
  );
}
