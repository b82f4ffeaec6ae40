import { AppError } from '../errors/app-error.ts'
import type { Login } from './login.ts'

const RECENT_MS = 10 * 60_000

/**
 * Throws unless the user has shown a password, a code or a passkey within ten minutes: whoever finds an open browser
 * does not change what keeps the account and its money safe. The page then asks, and repeats the call.
 */
export function requireRecentLogin({ verifiedAt }: Pick<Login, 'verifiedAt'>, now: number): void {
  if (isRecent(verifiedAt.getTime(), now)) return
  throw new AppError('forbidden', 'recent-login-required', 'Please show again who you are')
}

/** Both are UTC milliseconds. */
export function isRecent(time: number, now: number): boolean {
  return now - time < RECENT_MS
}
