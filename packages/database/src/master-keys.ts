import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import type { SealedColumn } from './sealed-secrets.ts'
import type { Drizzle } from './start-database.ts'

const { installationKeys, leaseOwners } = schema

const { fingerprint: fingerprintColumn, publicKey: publicKeyColumn, state } = installationKeys

/** Whether secrets are sealed under the master key with this fingerprint. */
export async function isActiveKey(db: Pick<Drizzle, '$count'>, fingerprint: string): Promise<boolean> {
  return (await db.$count(installationKeys, and(eq(state, 'active'), eq(fingerprintColumn, fingerprint)))) > 0
}

/** What the database has of a master key; nothing of it opens anything. */
export interface MasterKeyNames {
  readonly fingerprint: string
  /** What keys of exchanges are sealed with. */
  readonly publicKey: Uint8Array
}

/** Whether secrets are sealed under this master key. A row from before there were public keys gets its own. */
export async function knowsKey(db: Pick<Drizzle, '$count' | 'update'>, names: MasterKeyNames): Promise<boolean> {
  const isIt = and(eq(state, 'active'), eq(fingerprintColumn, names.fingerprint))
  const publicKey = Buffer.from(names.publicKey)
  await db
    .update(installationKeys)
    .set({ publicKey })
    .where(and(isIt, isNull(publicKeyColumn)))
  return (await db.$count(installationKeys, and(isIt, eq(publicKeyColumn, publicKey)))) > 0
}

/** From now on secrets are being sealed under this key: until it is the active one, nobody else seals anything. */
export async function beginKey(db: Drizzle, { fingerprint, publicKey }: MasterKeyNames): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(installationKeys).where(and(eq(state, 'next'), ne(fingerprintColumn, fingerprint)))
    const values = { publicKey: Buffer.from(publicKey) }
    // That of an interrupted call, which an earlier version may have begun.
    const begun = await tx.update(installationKeys).set(values).where(eq(fingerprintColumn, fingerprint)).returning()
    if (begun.length > 0) return
    await tx.insert(installationKeys).values({ id: newId(), fingerprint, state: 'next', ...values })
  })
}

export async function activateKey(db: Drizzle, fingerprint: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(installationKeys).set({ state: 'retired' }).where(eq(state, 'active'))
    await tx.update(installationKeys).set({ state: 'active' }).where(eq(fingerprintColumn, fingerprint))
  })
}

/** Someone has it on paper. */
export async function keyExported(db: Drizzle, fingerprint: string): Promise<void> {
  await db.update(installationKeys).set({ exportedAt: new Date() }).where(eq(fingerprintColumn, fingerprint))
}

interface SealedRow extends Record<string, unknown> {
  readonly id: string
  readonly sealed: Buffer
}

export async function sealedRows(db: Drizzle, { table, row, column }: SealedColumn): Promise<SealedRow[]> {
  const [id, secret] = [sql.identifier(row), sql.identifier(column)]
  const found = await db.execute<SealedRow>(
    sql`select ${id}::text as id, ${secret} as sealed from ${sql.identifier(table)} where ${secret} is not null`,
  )
  return found.rows
}

export async function replaceSealed(
  db: Drizzle,
  { table, row, column }: SealedColumn,
  { id, sealed }: SealedRow,
  renewed: Buffer,
): Promise<void> {
  const [key, secret] = [sql.identifier(row), sql.identifier(column)]
  await db.execute(
    sql`update ${sql.identifier(table)} set ${secret} = ${renewed} where ${key}::text = ${id} and ${secret} = ${sealed}`,
  )
}

/** Whether a server, on whatever machine, has given a sign of life in the last half minute. */
export async function isServerRunning(db: Pick<Drizzle, '$count'>): Promise<boolean> {
  return (await db.$count(leaseOwners, gt(leaseOwners.heartbeatAt, sql`now() - interval '30 seconds'`))) > 0
}
