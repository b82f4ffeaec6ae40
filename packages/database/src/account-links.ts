import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { accountLinks } = schema

export type AccountLink = typeof accountLinks.$inferSelect

export interface NewAccountLink extends Pick<AccountLink, 'userId' | 'purpose' | 'email'> {
  readonly now: number
  /** From now on; 0: at once. */
  readonly usableInMs: number
  /** After it has become usable. */
  readonly validMs: number
}

const HOUR_MS = 60 * 60_000

/** How long a link that removes second factors waits where strangers register, so that its user can object. */
export const FACTORS_WAIT_MS = 24 * HOUR_MS
/** How long it is valid after that. */
export const FACTORS_VALID_MS = 24 * HOUR_MS

/** How long the operator's link to log in is valid. */
export const LOGIN_LINK_MS = HOUR_MS

/** Stores a link about an account; nothing stores its key. */
export async function addAccountLink(
  db: Pick<Drizzle, 'insert'>,
  { userId, purpose, email, now, usableInMs, validMs }: NewAccountLink,
): Promise<{ readonly key: string; readonly usable: Date; readonly expires: Date }> {
  const key = randomBytes(32).toString('base64url')
  const usable = new Date(now + usableInMs)
  const expires = new Date(usable.getTime() + validMs)
  const times = { createdAt: new Date(now), usableAt: usable, expiresAt: expires }
  await db.insert(accountLinks).values({ keyHash: hashOf(key), userId, purpose, email, ...times })
  return { key, usable, expires }
}

/** What the key of a link opens; null if it was used or has expired. It may not be usable yet. */
export async function findAccountLink(
  db: Pick<Drizzle, 'select'>,
  key: string,
  now: number,
): Promise<AccountLink | null> {
  const isOpen = and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, new Date(now)))
  const [link] = await db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.keyHash, hashOf(key)), isOpen))
  return link ?? null
}

/** Uses a link up. Of several at the same moment one gets true. */
export async function useAccountLink(
  db: Pick<Drizzle, 'update'>,
  { keyHash }: AccountLink,
  now: number,
): Promise<boolean> {
  const used = await db
    .update(accountLinks)
    .set({ usedAt: new Date(now) })
    .where(
      and(eq(accountLinks.keyHash, keyHash), isNull(accountLinks.usedAt), lte(accountLinks.usableAt, new Date(now))),
    )
    .returning({ keyHash: accountLinks.keyHash })
  return used.length > 0
}

/** The address that opens the dialog of a link; the page says what it is for before it uses the key. */
export function accountLinkAddress(base: string, purpose: AccountLink['purpose'], key: string): string {
  return `${base.replace(/\/+$/, '')}/?account=${purpose}.${key}`
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
