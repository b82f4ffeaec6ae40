import type { Bus } from '@tradeloom/bus'
import { instrumentName } from '@tradeloom/domain'
import { notify, schema, type Transaction } from '@tradeloom/database'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { and, eq } from 'drizzle-orm'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import { recordOptimization } from '../optimization-luck/record-optimization.ts'
import { windowUnits } from '../optimization-luck/window-units.ts'
import { returnOptimizationUnits } from '../packages/optimization-units.ts'
import { lockUnits, type Units } from '../packages/units.service.ts'
import { isUnfinished, OPTIMIZATIONS } from '../runs/run-table.ts'
import { publishOptimization } from './optimization-events.ts'
import type { OptimizationsRepository } from './optimizations.repository.ts'
import { RUN_OPTIMIZATION } from './run-optimization-kind.ts'

const { optimizations } = schema

const MAX_DETAIL = 4000

export interface OptimizationEnd {
  readonly status: 'Completed' | 'Stopped' | 'Errored' | 'Failed'
  readonly statusDetail: string
}

interface OptimizationEndsDeps {
  readonly repository: Pick<OptimizationsRepository, 'record'>
  readonly jobs: Pick<Jobs, 'cancel'>
  readonly bus: Bus
  readonly units: Pick<Units, 'tell'>
}

/** Every end of an optimization: units that were not used are given back, and others hear of it. */
export class OptimizationEnds {
  readonly #deps: OptimizationEndsDeps

  constructor(deps: OptimizationEndsDeps) {
    this.#deps = deps
  }

  /** Ends it in the transaction of its job; false if it has ended already. */
  async endIn(tx: Transaction, id: string, end: OptimizationEnd): Promise<boolean> {
    await lockUnits(tx, OPTIMIZATIONS, id)
    const [row] = await tx
      .update(optimizations)
      .set({
        status: end.status,
        statusDetail: withoutServerPaths(end.statusDetail).slice(0, MAX_DETAIL),
        endedAt: new Date(),
        engineVersion: ENGINE_VERSION,
      })
      .where(and(eq(optimizations.id, id), isUnfinished(OPTIMIZATIONS)))
      .returning()
    if (!row) return false
    await recordOptimization(tx, row)
    const which = end.status === 'Failed' ? 'all' : 'not-run'
    await returnOptimizationUnits(tx, id, which, await windowUnits(tx, row))
    await this.#endWindows(tx, id)
    if (row.parentId === null && end.status !== 'Stopped') await notifyOfSearch(tx, row)
    return true
  }

  /** A training window that is under way ends with the optimization that it belongs to. */
  async #endWindows(tx: Transaction, parentId: string): Promise<void> {
    const isOpen = and(eq(optimizations.parentId, parentId), isUnfinished(OPTIMIZATIONS))
    const windows = await tx.select({ id: optimizations.id }).from(optimizations).where(isOpen)
    for (const { id } of windows) await this.endIn(tx, id, { status: 'Stopped', statusDetail: '' })
  }

  /** Tells everybody of an end that is committed. */
  async tell(id: string): Promise<void> {
    const { repository, bus, units } = this.#deps
    bus.publish(`optimization-stopped.${id}`, null)
    const record = await repository.record(id)
    if (!record) return
    publishOptimization(bus, record)
    if (record.row.unitsReturned > 0) await units.tell(record.row.userId)
  }

  /** Ends one that cannot go on, whichever server runs it. */
  async fail(id: string, statusDetail: string): Promise<void> {
    await this.#deps.jobs.cancel(RUN_OPTIMIZATION, id, async (tx) =>
      (await this.endIn(tx, id, { status: 'Failed', statusDetail })) ? undefined : false,
    )
    await this.tell(id)
  }
}

async function notifyOfSearch(
  tx: Transaction,
  { id, userId, status, statusDetail, instrumentId }: typeof optimizations.$inferSelect,
): Promise<void> {
  await notify(tx, userId, {
    kind: 'search-done',
    subject:
      status === 'Completed'
        ? `An optimization on ${instrumentName(instrumentId)} is done`
        : `An optimization on ${instrumentName(instrumentId)} has failed`,
    body: statusDetail ?? '',
    object: `optimization:${id}`,
    dedupKey: id,
  })
}
