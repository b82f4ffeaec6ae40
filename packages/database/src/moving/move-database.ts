import { UserError } from '@tradeloom/domain'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import { copyTables, type MovedTable, type MoveProgress } from './copy-tables.ts'
import { requireOurs, requireSameVersion, requireUsable } from './judge-target.ts'
import { addMark, addressOf, type MoveMark, readMarks } from './move-marks.ts'
import { openSide, type Place, type Side, takeMoveLock, tryMoveLock } from './move-side.ts'
import { readTablePlans } from './table-plans.ts'

const IS_SAME = 'The target is the same database'

/** Where a move is; killed at any of these, it can be repeated. */
export type MoveStep = 'held' | 'leaving' | 'marked' | 'migrated' | 'compared' | 'filled' | 'moved' | 'arrived'

export interface MoveRequest {
  readonly from: Place
  readonly to: Place
  readonly onProgress?: (progress: MoveProgress) => void
  readonly onStep?: (step: MoveStep) => void
}

export interface MoveResult {
  /** Without a password. */
  readonly from: string
  readonly to: string
  /** Empty if an interrupted move had only its last step left. */
  readonly tables: readonly MovedTable[]
}

/**
 * Moves an installation to another database. All rows go over in one transaction, and are compared before it ends; then the old
 * one is marked, so that it is not used by mistake, and the new one is opened. However it is interrupted, the old one stays
 * in use until it is marked, and the same call goes on or begins again.
 * @throws {UserError} with what stands in the way.
 */
export async function moveDatabase(request: MoveRequest): Promise<MoveResult> {
  if (addressOf(request.from) === addressOf(request.to)) throw new UserError('conflict', IS_SAME)
  const from = await openSide(request.from, 'from')
  try {
    await takeMoveLock(from.client)
    const to = await openSide(request.to, 'to')
    try {
      return await move(from, to, request)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function move(
  from: Side,
  to: Side,
  { onProgress = () => {}, onStep = () => {} }: MoveRequest,
): Promise<MoveResult> {
  await requireApart(from.client, to.client)
  for (const side of [from, to]) await side.requireAlone()
  onStep('held')
  const marks = { from: await readMarks(from.client), to: await readMarks(to.client) }
  const result = { from: from.address, to: to.address }
  const last = lastOf(marks.from, to.address)
  if (last?.state === 'moved') {
    await resume(last, marks.to)
    await arrive(from, to, last.id)
    onStep('arrived')
    return { ...result, tables: [] }
  }
  refuseUnused(marks.from)
  await requireUsable(to.client)
  const id = last?.id ?? newId()
  await requireOurs(to.client, marks)
  await from.migrate()
  if (!last) await addMark(from.client, { id, state: 'leaving', other: to.address })
  onStep('leaving')
  const tables = await fill(from, to, { id, onProgress, onStep })
  await from.requireAlone()
  await addMark(from.client, { id, state: 'moved', other: to.address })
  onStep('moved')
  await arrive(from, to, id)
  onStep('arrived')
  return { ...result, tables }
}

/** The mark of a move to the same place that was interrupted. */
function lastOf([mark]: readonly MoveMark[], other: string): MoveMark | null {
  return mark?.other === other && (mark.state === 'leaving' || mark.state === 'moved') ? mark : null
}

function refuseUnused([mark]: readonly MoveMark[]): void {
  if (mark?.state === 'moved') {
    throw new UserError('conflict', `This database has moved to ${mark.other} already: nothing uses it any more`)
  }
  if (mark?.state === 'filling' || mark?.state === 'filled') {
    throw new UserError('conflict', `A move from ${mark.other} to this database has not ended: repeat that one first`)
  }
}

async function resume({ id, other }: MoveMark, [mark]: readonly MoveMark[]): Promise<void> {
  if (mark?.id === id && mark.state === 'filled') return
  throw new UserError('conflict', `This database has moved to ${other} already`)
}

async function requireApart(from: Client, to: Client): Promise<void> {
  if (await tryMoveLock(to)) return
  const { rows } = await from.query<{ pid: number }>('select pg_backend_pid() as pid')
  const found = await to.query('select from pg_stat_activity where pid = $1 and datname = current_database()', [
    rows[0]?.pid,
  ])
  const isSame = found.rowCount === 1
  throw new UserError('conflict', isSame ? IS_SAME : 'Another move to the target is under way')
}

async function fill(
  from: Side,
  to: Side,
  { id, onProgress, onStep }: { readonly id: string } & Required<Pick<MoveRequest, 'onProgress' | 'onStep'>>,
): Promise<readonly MovedTable[]> {
  const mark = { id, other: from.address }
  await addMark(to.client, { ...mark, state: 'filling' })
  onStep('marked')
  await to.migrate()
  await requireSameVersion(from.client, to.client)
  onStep('migrated')
  await from.client.query('begin isolation level repeatable read read only')
  await to.client.query('begin')
  const tables = await copyTables(from.client, to.client, await readTablePlans(from.client), onProgress)
  onStep('compared')
  await addMark(to.client, { ...mark, state: 'filled' })
  await to.client.query('commit')
  await from.client.query('commit')
  onStep('filled')
  return tables
}

async function arrive(from: Side, to: Side, id: string): Promise<void> {
  const { client } = to
  await client.query('begin')
  await addMark(client, { id, state: 'arrived', other: from.address })
  const detail = { from: from.address, to: to.address }
  const entry = { actor: null, via: 'cli', address: null, action: 'database-moved', object: null, detail } as const
  await recordAudit(drizzle(client, { schema }), entry)
  await client.query('commit')
  await client.query('analyze')
}

/**
 * Makes the database that was moved away from the one in use again: what has happened elsewhere since is not in it.
 * @throws {UserError} if it was not moved.
 */
export async function undoMove(place: Place): Promise<{ readonly other: string }> {
  const side = await openSide(place, 'from')
  try {
    await takeMoveLock(side.client)
    const [mark] = await readMarks(side.client)
    if (mark?.state !== 'moved') throw new UserError('conflict', `${side.address} has not moved: nothing was changed`)
    await addMark(side.client, { ...mark, state: 'kept' })
    return { other: mark.other }
  } finally {
    await side.close()
  }
}
