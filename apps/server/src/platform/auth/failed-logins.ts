import { type Drizzle, recordAudit } from '@tradeloom/database'

interface FailedLogin {
  readonly userId: string
  /** In a row, with this one. */
  readonly guesses: number
  readonly address: string
}

/**
 * Wrong passwords of an account, for its user to see: the first in a row, the tenth, the hundredth and so on, because whoever
 * guesses would otherwise fill the log. Guesses for names that nobody has are no lines at all.
 */
export async function recordFailedLogin(db: Drizzle, { userId, guesses, address }: FailedLogin): Promise<void> {
  if (!Number.isInteger(Math.log10(guesses))) return
  const line = { actor: null, via: 'web', action: 'login-failed', object: userId, address } as const
  await recordAudit(db, { ...line, detail: { attempts: guesses } })
}
