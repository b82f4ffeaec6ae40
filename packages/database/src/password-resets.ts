import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { passwordResets } = schema

const VALID_MS = 60 * 60_000

type Writer = Pick<Drizzle, 'insert' | 'update'>

export interface PasswordReset {
  /** For the link; nothing stores it. */
  readonly key: string
  readonly expires: Date
}

/** Creates a key with which the user can choose a new password, once and within an hour. */
export async function addPasswordReset(db: Writer, userId: string, now: number): Promise<PasswordReset> {
  const key = randomBytes(32).toString('base64url')
  const expires = new Date(now + VALID_MS)
  const row = { keyHash: hashOf(key), userId, createdAt: new Date(now), expiresAt: expires }
  await db.insert(passwordResets).values(row)
  return { key, expires }
}

/** The user of a key that is still valid; null otherwise. */
export async function userOfReset(db: Pick<Drizzle, 'select'>, key: string, now: number): Promise<string | null> {
  const found = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(valid(key, now))
  return found[0]?.userId ?? null
}

/** Uses the key up, and with it all other keys of its user. Returns false if it was used or has expired. */
export async function usePasswordReset(db: Writer, key: string, now: number): Promise<boolean> {
  const used = await db
    .update(passwordResets)
    .set({ usedAt: new Date(now) })
    .where(valid(key, now))
    .returning({ userId: passwordResets.userId })
  const userId = used[0]?.userId
  if (userId !== undefined) await cancelPasswordResets(db, userId, now)
  return userId !== undefined
}

/** Makes all links of a user useless, because the password was changed. */
export async function cancelPasswordResets(db: Writer, userId: string, now: number): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: new Date(now) })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}

/** The address that opens the dialog for a new password. */
export function resetLink(base: string, key: string): string {
  return `${base.replace(/\/+$/, '')}/?key=${key}`
}

function valid(key: string, now: number) {
  const isOpen = and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, new Date(now)))
  return and(eq(passwordResets.keyHash, hashOf(key)), isOpen)
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
