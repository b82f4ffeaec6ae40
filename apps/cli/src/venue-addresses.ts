import { UserError } from '@tradeloom/domain'
import { z } from 'zod'

const addresses = z.record(z.string(), z.record(z.string(), z.string()))

/** Where a venue is reached instead of at its own addresses: `TRADELOOM_VENUE_URLS`, as the server reads it. */
export function venueAddresses(venueId: string): Readonly<Record<string, string>> {
  const text = process.env['TRADELOOM_VENUE_URLS']
  if (text === undefined || text === '') return {}
  try {
    return addresses.parse(JSON.parse(text))[venueId] ?? {}
  } catch {
    throw new UserError('invalid-input', 'TRADELOOM_VENUE_URLS is not a JSON object of addresses by venue')
  }
}
