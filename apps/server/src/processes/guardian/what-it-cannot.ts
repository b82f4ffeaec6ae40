import { KeyRefused, VenueSilent } from '@tradeloom/venues'
import type { StoredGuard } from './stored-guards.ts'

/** What a person has to learn before anything is to be closed: there are positions, and no key that the venue accepts. */
export function whatItCouldNot({ isRefused, positions, connection }: StoredGuard, venue: string): string | null {
  const hasOwnKey = typeof connection?.guardianKey === 'string'
  return isRefused === true && !hasOwnKey && positions.length > 0 ? refused(venue) : null
}

/** What a person has to learn of a failure; null if trying again is all that is to be done. */
export function whatItCannot(error: unknown, venue: string): string | null {
  if (error instanceof KeyRefused) return refused(venue)
  if (!(error instanceof VenueSilent)) return null
  const until = new Date(error.until).toISOString().slice(0, 19).replace('T', ' ')
  return `${venue} accepts no requests from this server until ${until} UTC: the guardian closes the account's positions then; only you can close them sooner, at ${venue} itself`
}

function refused(venue: string): string {
  return `${venue} refuses the key, so the guardian can close nothing there: close the account's positions at ${venue} itself`
}
