import { createHash } from 'node:crypto'
import type { SecondFactorAsked } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { KnownDevice } from './known-device.ts'

const { backupCodes, loginChallenges, passkeys, rememberedDevices, secondFactors } = schema

type Reader = Pick<Drizzle, '$count'>

const REMEMBERED_MS = 30 * 24 * 60 * 60_000

/** With what a user can answer when asked for a second factor; empty while two-factor login is off. */
export async function factorsOf(db: Reader, userId: string): Promise<SecondFactorAsked['methods']> {
  const isOn = await db.$count(secondFactors, and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt)))
  if (isOn === 0) return []
  const [codes, keys] = await Promise.all([
    db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt))),
    db.$count(passkeys, eq(passkeys.userId, userId)),
  ])
  return ['code', ...(codes > 0 ? (['backup-code'] as const) : []), ...(keys > 0 ? (['passkey'] as const) : [])]
}

/** Whether the user does not want to be asked again in this browser. */
export async function isRemembered(
  db: Reader,
  userId: string,
  device: KnownDevice | null,
  now: number,
): Promise<boolean> {
  if (device === null || device.userId !== userId) return false
  const found = await db.$count(
    rememberedDevices,
    and(
      eq(rememberedDevices.userId, userId),
      eq(rememberedDevices.deviceHash, hashOf(device.id)),
      gt(rememberedDevices.expiresAt, new Date(now)),
    ),
  )
  return found > 0
}

/** Asks for no second factor in this browser for 30 days. */
export async function rememberFactors(
  db: Pick<Drizzle, 'insert'>,
  { id, userId }: KnownDevice,
  now: number,
): Promise<void> {
  const expiresAt = new Date(now + REMEMBERED_MS)
  await db
    .insert(rememberedDevices)
    .values({ userId, deviceHash: hashOf(id), expiresAt })
    .onConflictDoUpdate({ target: [rememberedDevices.userId, rememberedDevices.deviceHash], set: { expiresAt } })
}

/** The user is asked again in every browser, and a login that has begun with what does not count any more ends. */
export async function forgetDevices(db: Pick<Drizzle, 'delete'>, userId: string): Promise<void> {
  await db.delete(rememberedDevices).where(eq(rememberedDevices.userId, userId))
  await db
    .delete(loginChallenges)
    .where(and(eq(loginChallenges.userId, userId), eq(loginChallenges.purpose, 'second-factor')))
}

function hashOf(deviceId: string): string {
  return createHash('sha256').update(deviceId).digest('hex')
}
