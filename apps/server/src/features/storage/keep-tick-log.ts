import type { Drizzle } from '@tradeloom/database'
import { tidyTicks } from '@tradeloom/market-data/ticks'
import type { FastifyBaseLogger } from 'fastify'
import { retentionDays } from './retention-days.ts'
import { needsOf, tickNeeds } from './tick-needs.ts'

export interface TickLogParts {
  readonly db: Drizzle
  readonly marketDir: string
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly now: () => number
}

/** Applies the retention of the tick log: what somebody needs stays, and the rest goes. */
export async function keepTickLog({ db, marketDir, logger, now }: TickLogParts, signal?: AbortSignal): Promise<void> {
  const { ticks: days } = await retentionDays(db)
  if (days === null) return
  const needs = await tickNeeds(db)
  const rules = { now: now(), days, needs: (instrumentId: string) => needsOf(needs, instrumentId) }
  const onError = (instrumentId: string, error: unknown): void =>
    logger.warn({ err: error, instrumentId }, 'old ticks could not be tidied up')
  const done = await tidyTicks(marketDir, rules, { onError, ...(signal && { signal }) })
  if (done !== null && (done.removedFiles > 0 || done.months > 0)) logger.info(done, 'old ticks were tidied up')
}
