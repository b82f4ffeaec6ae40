import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'

const { credentials, identities, passkeys } = schema

/**
 * Throws if a user could not sign in any more without the given passkey or identity. Passkeys of other sites than
 * `passkeyHost` let nobody in. The caller holds the user's lock.
 */
export async function requireOtherCredential(
  tx: Transaction,
  userId: string,
  removed: string,
  passkeyHost: string | null,
): Promise<void> {
  const isOther = and(eq(passkeys.userId, userId), ne(passkeys.id, removed))
  const hasPassword = and(eq(credentials.userId, userId), isNotNull(credentials.password))
  const counts = [
    await tx.$count(credentials, hasPassword),
    await tx.$count(identities, and(eq(identities.userId, userId), ne(identities.id, removed))),
    passkeyHost === null ? 0 : await tx.$count(passkeys, and(isOther, eq(passkeys.host, passkeyHost))),
  ]
  if (counts.some((count) => count > 0)) return
  const message = 'This is the only way to log in to your account. Add a password, a passkey or another sign-in first.'
  throw new AppError('conflict', 'last-credential', message)
}
