import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'

const { credentials, identities, passkeys } = schema

/** What users log in with here. */
export interface WaysIn {
  readonly passwords: boolean
  /** The site of passkeys; null if there is none. */
  readonly passkeyHost: string | null
  /** Issuers that are offered. */
  readonly networks: readonly string[]
}

/**
 * Throws if a user could not sign in any more without the given passkey or identity: passwords that are off, passkeys of
 * other sites and issuers that are gone let nobody in. The caller holds the user's lock.
 */
export async function requireOtherCredential(
  tx: Transaction,
  userId: string,
  removed: string,
  { passwords, passkeyHost, networks }: WaysIn,
): Promise<void> {
  const hasPassword = and(eq(credentials.userId, userId), isNotNull(credentials.password))
  const isOtherIdentity = and(eq(identities.userId, userId), ne(identities.id, removed))
  const isOtherPasskey = and(eq(passkeys.userId, userId), ne(passkeys.id, removed))
  const counts = [
    passwords ? await tx.$count(credentials, hasPassword) : 0,
    await tx.$count(identities, and(isOtherIdentity, inArray(identities.network, [...networks]))),
    passkeyHost === null ? 0 : await tx.$count(passkeys, and(isOtherPasskey, eq(passkeys.host, passkeyHost))),
  ]
  if (counts.some((count) => count > 0)) return
  const message = 'This is the only way to log in to your account. Add a password, a passkey or another sign-in first.'
  throw new AppError('conflict', 'last-credential', message)
}
