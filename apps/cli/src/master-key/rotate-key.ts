import { renameSync } from 'node:fs'
import {
  activateKey,
  beginKey,
  type Drizzle,
  isActiveKey,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
  sealedRows,
} from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { BoxPlace } from '@tradeloom/vault'
import { rewrapEnvelope } from '@tradeloom/vault/envelope'
import { accountsKey, brokersKey, createMasterKey, fingerprintOf, namesOf } from '@tradeloom/vault/master'
import { openResealer } from '@tradeloom/vault/reseal'
import { masterKeyAt } from './key-place.ts'

interface Keys {
  readonly reseal: Awaited<ReturnType<typeof openResealer>>
  readonly accounts: { readonly from: Buffer; readonly to: Buffer }
}

/**
 * Replaces the master key: everything is sealed again under a new one, row by row, and then the file is replaced. Whatever
 * interrupts it, another call finishes it. Returns how many secrets were sealed again.
 */
export async function rotateKey(db: Drizzle, path: string): Promise<number> {
  const next = `${path}.next`
  const [before, after] = [masterKeyAt(path), await nextKey(db, next)]
  if (before === null) throw new UserError('invalid-input', `There is no master key at ${path}`)
  try {
    const isDone = await isActiveKey(db, fingerprintOf(after))
    if (!isDone && !(await isActiveKey(db, fingerprintOf(before)))) {
      throw new UserError('conflict', 'The master key does not belong to this database. Restore it first')
    }
    const sealed = isDone ? 0 : await sealAgain(db, before, after)
    if (!isDone) await activateKey(db, fingerprintOf(after))
    renameSync(next, path)
    return sealed
  } finally {
    before.fill(0)
    after.fill(0)
  }
}

/** The key that comes next: that of an interrupted call, if there was one. */
async function nextKey(db: Drizzle, path: string): Promise<Buffer> {
  createMasterKey(path)
  const key = masterKeyAt(path) as Buffer
  await beginKey(db, namesOf(key))
  return key
}

async function sealAgain(db: Drizzle, before: Buffer, after: Buffer): Promise<number> {
  const keys: Keys = {
    reseal: await openResealer(brokersKey(before), namesOf(after).publicKey),
    accounts: { from: accountsKey(before), to: accountsKey(after) },
  }
  try {
    let sealed = 0
    for (const column of SEALED_COLUMNS) sealed += await sealColumn(db, column, keys)
    return sealed
  } finally {
    keys.accounts.from.fill(0)
    keys.accounts.to.fill(0)
  }
}

async function sealColumn(db: Drizzle, column: SealedColumn, keys: Keys): Promise<number> {
  let count = 0
  for (const row of await sealedRows(db, column)) {
    const place = { table: column.table, row: row.id, column: column.column }
    const renewed = await (column.kind === 'box' ? keys.reseal(row.sealed, place) : rewrapped(row.sealed, place, keys))
    if (renewed === null) continue
    await replaceSealed(db, column, row, renewed)
    count += 1
  }
  return count
}

/** Null if it is wrapped for the next key already. */
function rewrapped(envelope: Buffer, place: BoxPlace, { accounts: { from, to } }: Keys): Buffer | null {
  const renewed = (): Buffer => rewrapEnvelope(from, { to, place }, envelope)
  try {
    return renewed()
  } catch (error) {
    // An interrupted call has wrapped it.
    if ((error as { code?: string }).code !== 'wrong-key') throw error
    rewrapEnvelope(to, { to, place }, envelope)
    return null
  }
}
