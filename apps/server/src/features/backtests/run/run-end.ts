import { createHash } from 'node:crypto'
import { marginHeadline } from '@tradeloom/contracts'
import { cleanText } from '@tradeloom/domain'
import { type CompactResult, ENGINE_VERSION, type LogLine } from '@tradeloom/engine'
import type { RunOutcome } from '@tradeloom/sandbox'
import type { RunEnd } from '../backtests.repository.ts'
import { packJson } from '../packed-json.ts'
import { packResult } from '../packed-result.ts'
import { runDataQuality } from './run-data-quality.ts'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'
import type { RunInput } from './run-input.ts'
import { sparkline } from './sparkline.ts'

const MAX_DETAIL = 4_000

type Finished = Extract<RunOutcome, { status: 'completed' | 'stopped' }>
type Errored = Extract<RunOutcome, { status: 'errored' }>

/** What is kept of a run that has a result. */
export async function endWithResult(outcome: Finished, input: RunInput, scriptHash: string): Promise<RunEnd> {
  const { result } = outcome
  const { statistics } = result
  const isComplete = outcome.status === 'completed'
  return {
    status: isComplete ? 'Completed' : 'Stopped',
    columns: {
      ...(isComplete ? { progress: 100 } : {}),
      detail: marginHeadline({ ...statistics }),
      errorLine: null,
      errorColumn: null,
      equity: statistics.equity,
      profit: statistics.profit,
      profitPercentage: statistics.profitPercentage,
      maxDrawdown: statistics.maxDrawdown,
      maxDrawdownPercentage: statistics.maxDrawdownPercentage,
      positionCount: statistics.positionCount,
      profitFactor: statistics.profitFactor,
      sparkline: sparkline(result.equityCurve),
      resultHash: outcome.resultHash,
      engineVersion: result.engineVersion,
      cpuMs: outcome.cpuMs,
      ticks: result.ticks,
      barInterval: input.spec.barIntervals?.[input.spec.instrument.id] ?? null,
    },
    result: {
      statistics: {
        ...statistics,
        minutesResolvedByTicks: result.minutesResolvedByTicks,
        closedRows: result.closedRows,
      },
      warnings: [...input.warnings, ...result.warnings],
      endPrices: result.endPrices,
      manifest: manifest(input, scriptHash, result),
      dataQuality: runDataQuality(input, result),
      packed: await packResult(outcome.bytes),
      logDropped: result.logDropped,
    },
  }
}

/** What is kept of a run whose script failed: why, where, and what it had logged. */
export async function endWithError(outcome: Errored, input: RunInput, scriptHash: string): Promise<RunEnd> {
  const { message, line, column } = outcome.error
  return {
    status: 'Errored',
    columns: {
      detail: cleanText(withoutServerPaths(message), MAX_DETAIL),
      errorLine: line ?? null,
      errorColumn: column ?? null,
      engineVersion: ENGINE_VERSION,
    },
    result: {
      statistics: null,
      warnings: [...input.warnings],
      endPrices: null,
      manifest: manifest(input, scriptHash, null),
      dataQuality: null,
      log: await packJson(outcome.log satisfies readonly LogLine[]),
      logDropped: 0,
    },
  }
}

/** Everything that the result depends on: the same record gives the same result. */
function manifest(input: RunInput, scriptHash: string, result: CompactResult | null): Record<string, unknown> {
  const { spec, market } = input
  const traded = [market.instrument, ...market.markets.map(({ instrument }) => instrument)]
  const isTraded = (instrumentId: string): boolean => traded.some(({ id }) => id === instrumentId)
  return {
    scriptHash,
    ...(input.indicators.length > 0
      ? { indicators: input.indicators.map(({ key, scriptHash: hash }) => ({ key, hash })) }
      : {}),
    engineVersion: result?.engineVersion ?? ENGINE_VERSION,
    dataSnapshot: market.snapshot,
    data: input.series.map((series) => ({
      instrumentId: series.instrumentId,
      use: series === market.intrabarTicks ? 'intrabar ticks' : isTraded(series.instrumentId) ? 'traded' : 'conversion',
      interval: series.columnsFile.interval,
      price: series.columnsFile.price,
      owner: ownerOf(series.columnsFile.isPrivate),
      rows: series.columnsFile.rows,
      hash: series.columnsFile.snapshot,
      spread: series.columnsFile.spreadModel.text,
    })),
    calendars: market.calendars.map(({ name, hash, isPrivate }) => ({ name, owner: ownerOf(isPrivate), hash })),
    prices: market.prices,
    ...(market.markets.length > 0
      ? { marketPrices: Object.fromEntries(market.markets.map(({ instrument, prices }) => [instrument.id, prices])) }
      : {}),
    seed: spec.seed,
    spec: { ...spec, funding: withHash(spec.funding), swap: withHash(spec.swap) },
  }
}

function ownerOf(isPrivate: boolean): 'private' | 'shared' {
  return isPrivate ? 'private' : 'shared'
}

/** The rates themselves are kept with the run; thousands of them would drown the rest of the manifest. */
function withHash(model: RunInput['spec']['funding'] | RunInput['spec']['swap']): object | null {
  if (!model?.rates) return model
  const { rates, ...others } = model
  return { ...others, rates: rates.length, ratesHash: createHash('sha256').update(JSON.stringify(rates)).digest('hex') }
}
