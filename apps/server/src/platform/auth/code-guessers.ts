import { addressKey } from '../http/client-address.ts'
import type { Guesser, Pace } from './login-delays.ts'
import type { LoginRequest } from './login-request.ts'

/**
 * Codes have six digits, of which three are right at any moment, and whoever guesses them knows the password already:
 * their pauses grow longer than those of passwords.
 */
const PER_GUESSER: Pace = { free: 5, maxMs: 15 * 60_000 }
const ALL_STRANGERS: Pace = { free: 20, maxMs: 15 * 60_000 }

/** Who guesses a code at a login: a browser that the account was used in before is counted on its own. */
export function codeGuessers(userId: string, { device, address }: Pick<LoginRequest, 'device' | 'address'>): Guesser[] {
  const isKnown = device?.userId === userId
  return [
    { key: `${userId} code ${isKnown ? device.id : addressKey(address)}`, pace: PER_GUESSER },
    ...(isKnown ? [] : [{ key: `${userId} code`, pace: ALL_STRANGERS }]),
  ]
}
