import { schema, type StoredExternal, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, max, sql, type SQL } from 'drizzle-orm'
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { RunNames } from './view-run.ts'

const { algorithms, algorithmVersions, backtests, optimizations } = schema

/** A kind of run: its table, and its name in messages to users. */
export interface RunKind {
  readonly table: typeof backtests | typeof optimizations
  readonly name: 'backtest' | 'optimization'
}

export const BACKTESTS = { table: backtests, name: 'backtest' } as const satisfies RunKind
export const OPTIMIZATIONS = { table: optimizations, name: 'optimization' } as const satisfies RunKind

/** A row with what the screen shows and what decides who may see it. */
export interface RunRecord<Row> extends RunNames {
  readonly row: Row
  /** Of the algorithm. */
  readonly ownerId: string
  /** Externals of the version, in the order of its script. */
  readonly declared: readonly StoredExternal[]
  /** The owner ran a shared version of a shared algorithm, so everybody may see it. */
  readonly isPublic: boolean
}

/** Whose runs a list contains: a user's own, of one algorithm or all, or (`userId` null) the public ones of an algorithm. */
export type RunScope =
  | { readonly userId: string; readonly algorithmId: string | null }
  | { readonly userId: null; readonly algorithmId: string }

/** In a query that joins the algorithm and its version. */
export function isPublicRun({ table }: RunKind): SQL<boolean> {
  return sql<boolean>`(${algorithms.shared} and ${algorithmVersions.shared} and ${table.userId} = ${algorithms.userId})`
}

export function inScope(kind: RunKind, { userId, algorithmId }: RunScope): SQL | undefined {
  const { table } = kind
  const ofAlgorithm = algorithmId === null ? undefined : eq(table.algorithmId, algorithmId)
  return and(ofAlgorithm, userId === null ? isPublicRun(kind) : eq(table.userId, userId))
}

export function isUnfinished({ table }: RunKind): SQL {
  return inArray(table.status, ['Queued', 'In Progress'])
}

/**
 * The time of a user's next run. Lists are paged by it, so no two of a user may have the same, whichever servers they are
 * started on: until the transaction ends, others of the user wait.
 */
export async function nextTimeOf(tx: Transaction, { table, name }: RunKind, userId: string): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${name}s of ${userId}`}, 0))`)
  const [newest] = await tx
    .select({ time: max(table.createdAt) })
    .from(table)
    .where(eq(table.userId, userId))
  return new Date(Math.max(Date.now(), (newest?.time?.getTime() ?? 0) + 1))
}

export function requireRoom({ name }: { readonly name: string }, pending: number, maxPending: number): void {
  if (pending >= maxPending)
    throw new AppError('limit', `too-many-${name}s`, `${pending} of your ${name}s are waiting already`)
}

/** The status of a run of the user, which is locked until the transaction ends. */
export async function lockedStatus(tx: Transaction, kind: RunKind, id: string, userId: string) {
  const { table } = kind
  const [row] = await tx
    .select({ status: table.status })
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, userId)))
    .for('update')
  if (!row) throw unknownRun(kind)
  return row.status
}

export function requireInProgress({ name }: RunKind, status: string): void {
  if (status === 'Queued') throw conflict(`This ${name} has not started yet. Cancel it instead`)
  if (status !== 'In Progress') throw conflict(`This ${name} has ended already: ${status}`)
}

export function requireNotInProgress({ name }: RunKind, status: string): void {
  if (status === 'In Progress') throw conflict(`This ${name} is in progress. Please stop it first`)
}

export function unknownRun({ name }: RunKind): AppError {
  return notFound(`${name.charAt(0).toUpperCase()}${name.slice(1)}`)
}
