/** The name with its mark: a signet ring seen from the side of its seal. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-xl font-medium tracking-tight text-ink">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="text-accent">
        <circle cx="16" cy="19" r="10" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <path d="M9 3h14l3.5 6.5L16 17 5.5 9.5z" fill="currentColor" />
        <path d="M12.6 7.6h6.8M16 7.6v4.6" stroke="var(--ground)" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      Signet
    </span>
  )
}
