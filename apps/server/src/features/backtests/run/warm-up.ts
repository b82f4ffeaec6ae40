import { defaultModels } from '@tradeloom/domain'
import { type MarketReader, runInput, type RunSettings } from '@tradeloom/market-data'
import type { RunnerPool } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'

export interface WarmUpDeps {
  readonly store: MarketReader
  readonly pool: Pick<RunnerPool, 'run'>
  readonly logger: FastifyBaseLogger
  readonly signal: AbortSignal
}

const DAY_MS = 24 * 3_600_000
const SCRIPT = 'function onIntervalClose() {}'

/**
 * Does one small run on the way of all others, whose result nobody gets: the first trader does not wait until code is
 * loaded, compiled and read from the disk. On an installation without minute bars there is nothing to run on.
 */
export async function warmUp({ store, pool, logger, signal }: WarmUpDeps): Promise<void> {
  const began = performance.now()
  try {
    const kept = (await store.instruments()).flatMap(({ id, series }) => series.map((one) => ({ id, ...one })))
    const found = kept.find(({ interval, rows }) => interval === 'M1' && rows > 0)
    if (!found || signal.aborted) return
    const row: RunSettings = {
      markets: [],
      instrumentId: found.id,
      start: new Date(Math.max(found.first, found.last - DAY_MS)),
      end: new Date(found.last),
      interval: 'H1',
      resolution: 1,
      initialBalance: 10_000,
      accountCurrency: found.id.slice(3, 6),
      externals: {},
      declared: [],
      indicators: [],
      models: defaultModels(),
      fullTables: { spreadByHour: null, fundingRates: null, swapRates: null },
      seed: 1,
    }
    const { spec, series } = await runInput(store, row)
    const { status } = await pool.run({ id: 'warm-up', tenant: 'warm-up', source: SCRIPT, spec, series, signal })
    logger.info({ status, ms: Math.round(performance.now() - began) }, 'warmed up')
  } catch (error) {
    // Runs of traders tell what is wrong; this one was only to make them quicker.
    logger.debug({ err: error }, 'not warmed up')
  }
}
