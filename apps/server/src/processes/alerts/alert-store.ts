import type { AlertOutcome } from '@tradeloom/alerts'
import { type Drizzle, notify, schema, type Transaction } from '@tradeloom/database'
import type { AlertState } from '@tradeloom/domain/alerts'
import { and, eq, sql } from 'drizzle-orm'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import type { AlertEntry } from './alert-entry.ts'
import { firedNotice, pausedNotice } from './alert-notice.ts'
import type { ReachAlertsCrash } from './alerts-messages.ts'

const { alerts } = schema

/** What has become of an alert over some rows. */
export interface AlertProgress {
  readonly entry: AlertEntry
  readonly state: AlertState
  readonly outcomes: readonly AlertOutcome[]
}

/** Alerts in the database, written under the lease of the one process that judges them. */
export class AlertStore {
  readonly #db: Drizzle
  readonly #lease: Lease
  readonly #reach: ReachAlertsCrash

  constructor(db: Drizzle, lease: Lease, reach: ReachAlertsCrash) {
    this.#db = db
    this.#lease = lease
    this.#reach = reach
  }

  /** Those with active alerts. */
  async instruments(): Promise<string[]> {
    const rows = await this.#db
      .selectDistinct({ id: alerts.instrumentId })
      .from(alerts)
      .where(eq(alerts.status, 'ACTIVE'))
    return rows.map(({ id }) => id)
  }

  active(instrumentId: string): Promise<AlertEntry[]> {
    return this.#db
      .select()
      .from(alerts)
      .where(and(eq(alerts.instrumentId, instrumentId), eq(alerts.status, 'ACTIVE')))
  }

  /**
   * Stores what alerts have done up to a row, with the notifications of it: all, or nothing. An alert that its user has
   * changed meanwhile does nothing. Returns those that did something.
   */
  async commit(symbol: string, nextRow: number, progress: readonly AlertProgress[]): Promise<readonly AlertEntry[]> {
    await this.#reach('judged')
    const done = await this.#db.transaction(async (tx) => {
      if (!(await holdLease(tx, this.#lease))) throw new LeaseLost()
      const changed: AlertEntry[] = []
      for (const one of progress) if (await write(tx, symbol, nextRow, one)) changed.push(one.entry)
      await this.#reach('written')
      return changed
    })
    await this.#reach('committed')
    return done
  }

  /** How far alerts have been judged without firing. One that begins later stays where it begins. */
  async checkpoint(nextRow: number, progress: readonly Omit<AlertProgress, 'outcomes'>[]): Promise<void> {
    const rows = progress.map(({ entry, state }) => ({ id: entry.id, revision: entry.revision, state }))
    await this.#db.transaction(async (tx) => {
      if (!(await holdLease(tx, this.#lease))) throw new LeaseLost()
      await tx.execute(sql`
        update alerts set next_row = greatest(alerts.next_row, ${nextRow}), state = judged.state
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as judged(id uuid, revision int, state jsonb)
        where alerts.id = judged.id and alerts.revision = judged.revision and alerts.status = 'ACTIVE'`)
    })
  }
}

async function write(
  tx: Transaction,
  symbol: string,
  nextRow: number,
  { entry, state, outcomes }: AlertProgress,
): Promise<boolean> {
  const failure = outcomes.find((one) => one.kind === 'failed')
  const fired = outcomes.filter((one) => one.kind === 'fired')
  const last = fired.at(-1)
  const isDone = entry.terms.fires === 'once' && last !== undefined
  const written = await tx
    .update(alerts)
    .set({
      nextRow,
      state,
      status: failure ? 'PAUSED' : isDone ? 'DONE' : 'ACTIVE',
      problem: failure?.message ?? null,
      ...(last ? { firedAt: new Date(last.time), fireCount: sql`${alerts.fireCount} + ${fired.length}` } : {}),
    })
    .where(and(eq(alerts.id, entry.id), eq(alerts.revision, entry.revision), eq(alerts.status, 'ACTIVE')))
    .returning({ id: alerts.id })
  if (written.length === 0) return false
  for (const firing of fired) await notify(tx, entry.userId, firedNotice(entry, symbol, firing))
  if (failure) await notify(tx, entry.userId, pausedNotice(entry, symbol, failure))
  return true
}
