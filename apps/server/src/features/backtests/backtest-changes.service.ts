import type { Backtest } from '@tradeloom/contracts'
import type { Bus } from '@tradeloom/bus'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { publishRow } from './backtest-events.ts'
import type { BacktestRuns } from './backtest-runs.service.ts'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestsService } from './backtests.service.ts'

const { backtests } = schema

interface BacktestChangesDeps {
  readonly db: Drizzle
  readonly backtests: Pick<BacktestsService, 'own' | 'ownerOf'>
  readonly runs: Pick<BacktestRuns, 'remove'>
  readonly bus: Bus
}

/** All backtests of the user, those of one algorithm, or those of the rows of one optimization of it. */
export interface Group {
  readonly algorithmId?: string
  readonly optimisationId?: string
}

/** Notes and stars, and what is done with several backtests at once. */
export class BacktestChanges {
  readonly #deps: BacktestChangesDeps

  constructor(deps: BacktestChangesDeps) {
    this.#deps = deps
  }

  async update(
    id: string,
    { note, starred }: { readonly note?: string | undefined; readonly starred?: boolean | undefined },
    userId: string,
  ): Promise<Backtest> {
    const { db, backtests: all, bus } = this.#deps
    await all.own(id, userId)
    const changes = {
      ...(note === undefined ? {} : { note }),
      ...(starred === undefined ? {} : { isStarred: starred }),
    }
    await db.update(backtests).set(changes).where(eq(backtests.id, id))
    const record = await all.own(id, userId)
    publishRow(bus, 'update', record)
    return viewBacktest(record, userId)
  }

  /** Returns the ids of those that are the user's own and of this algorithm or optimization. */
  async star(group: Group, ids: readonly string[], starred: boolean, userId: string): Promise<string[]> {
    const own = await this.#ownOf(group, ids, userId)
    for (const id of own) await this.update(id, { starred }, userId)
    return own
  }

  /** Cancels or deletes each that can be; the others are kept, each with the reason. Throws if none of them is known. */
  async removeAll(ids: readonly string[], userId: string, group: Group = {}) {
    const own = new Set(await this.#ownOf(group, ids, userId))
    if (own.size === 0) throw notFound('Backtest')
    const deleted: string[] = []
    const kept: { id: string; reason: string }[] = []
    for (const id of new Set(ids)) {
      try {
        if (!own.has(id)) throw notFound('Backtest')
        await this.#deps.runs.remove(id, userId)
        deleted.push(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        kept.push({ id, reason: error.message })
      }
    }
    return { deleted, kept }
  }

  /** Which of the backtests are the user's own, and of the group. */
  async #ownOf({ algorithmId, optimisationId }: Group, ids: readonly string[], userId: string): Promise<string[]> {
    const { db, backtests: all } = this.#deps
    // Others can run nothing of an algorithm, not even of one that they may see.
    if (algorithmId && (await all.ownerOf(algorithmId, userId)) !== userId) throw notFound('Algorithm')
    const inGroup = and(
      algorithmId === undefined ? undefined : eq(backtests.algorithmId, algorithmId),
      optimisationId === undefined ? undefined : eq(backtests.optimisationId, optimisationId),
    )
    const rows = await db
      .select({ id: backtests.id })
      .from(backtests)
      .where(and(inGroup, eq(backtests.userId, userId), inArray(backtests.id, [...ids])))
    return rows.map(({ id }) => id)
  }
}
