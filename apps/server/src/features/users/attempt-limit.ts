import { AppError } from '../../app-error.ts'

export interface AttemptLimit {
  /** Throws 429 when the key has used up its attempts. */
  check(key: string): void
  count(key: string): void
  forget(key: string): void
}

const MOST_KEYS = 50_000

/** At most `attempts` in any `windowMs` for each key, such as an address or an account. Kept in memory. */
export function createAttemptLimit(attempts: number, windowMs: number, now: () => number): AttemptLimit {
  const times = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = now() - windowMs
    const kept = (times.get(key) ?? []).filter((time) => time > since)
    if (kept.length === 0) times.delete(key)
    else times.set(key, kept)
    return kept
  }

  return {
    check(key) {
      if (recent(key).length < attempts) return
      throw new AppError('limit', 'too-many-attempts', 'Too many attempts. Please try again in some minutes')
    },
    count(key) {
      // Whoever tries endless names must not fill the memory: the oldest entries go first.
      if (times.size >= MOST_KEYS) times.delete(times.keys().next().value as string)
      times.set(key, [...recent(key), now()])
    },
    forget: (key) => void times.delete(key),
  }
}
