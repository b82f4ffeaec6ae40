import { base32nopad } from '@scure/base'
import { expect } from 'vitest'
import type { HttpClient, TestDatabase } from '@tradeloom/testkit'
import { stepAt, totpCode } from '../platform/auth/totp.ts'

/** A user's authenticator. */
export interface Authenticator {
  /** The code of now, or of so many steps later. */
  readonly code: (later?: number) => string
  readonly backupCodes: readonly string[]
}

/** Turns two-factor login on. */
export async function enableTwoFactor(user: HttpClient): Promise<Authenticator> {
  const begun = await user.post('/api/two-factor/setup')
  expect(begun.status, begun.text).toBe(200)
  const secret = base32nopad.decode(begun.json.secret)
  const code = (later = 0): string => totpCode(secret, stepAt(Date.now()) + later)
  const enabled = await user.post('/api/two-factor', { code: code() })
  expect(enabled.status, enabled.text).toBe(200)
  return { code, backupCodes: enabled.json.backupCodes }
}

/** Forgets which codes were used and guessed, as if time had passed. */
export async function forgetCodes({ pool }: TestDatabase): Promise<void> {
  await pool.query('update second_factors set last_step = 0; delete from login_guesses')
}
