import { gapHeadline, marginHeadline, msWithData } from '@tradeloom/contracts'
import { cleanText } from '@tradeloom/domain'
import { ENGINE_VERSION, type LogLine } from '@tradeloom/engine'
import { type RunInput, runManifest } from '@tradeloom/market-data'
import { dailyGrid, daysPerYear, sharpeSample, type TrialMoments } from '@tradeloom/metrics'
import { momentsOfTrials } from '@tradeloom/optimizer'
import type { RunOutcome } from '@tradeloom/sandbox'
import { UNRATED } from '../../lineages/record-backtest.ts'
import type { RunEnd } from '../backtests.repository.ts'
import { packJson } from '../../../platform/results/packed-json.ts'
import { packResult } from '../../../platform/results/packed-result.ts'
import { runDataQuality } from './run-data-quality.ts'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'
import { sparkline } from './sparkline.ts'

const MAX_DETAIL = 4_000

type Finished = Extract<RunOutcome, { status: 'completed' | 'stopped' }>
type Errored = Extract<RunOutcome, { status: 'errored' }>

/** What is kept of a run that has a result. */
export async function endWithResult(outcome: Finished, input: RunInput, scriptHash: string): Promise<RunEnd> {
  const { result } = outcome
  const { statistics } = result
  const isComplete = outcome.status === 'completed'
  const dataQuality = runDataQuality(input, result)
  const headlines = [gapHeadline(dataQuality), marginHeadline({ ...statistics })].filter((text) => text !== null)
  return {
    status: isComplete ? 'Completed' : 'Stopped',
    isOurFault: false,
    trial: trialOf(result),
    columns: {
      ...(isComplete ? { progress: 100 } : {}),
      detail: headlines.length === 0 ? null : headlines.join('. '),
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
      ledgerHash: result.ledgerHash,
      engineVersion: result.engineVersion,
      dataMs: msWithData(dataQuality),
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
      manifest: runManifest(input, scriptHash, result),
      dataQuality,
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
    // Of the other kinds, the script is the cause.
    isOurFault: outcome.kind === 'input',
    trial: outcome.isBeforePrices === true ? null : UNRATED,
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
      manifest: runManifest(input, scriptHash, null),
      dataQuality: null,
      log: await packJson(outcome.log satisfies readonly LogLine[]),
      logDropped: 0,
    },
  }
}

/** One trial; unrated without returns that vary, such as without positions. */
function trialOf({ basis, days }: Finished['result']): TrialMoments {
  const { returns } = dailyGrid({ ...basis, days })
  const sample = basis.ruined ? null : sharpeSample(returns, daysPerYear(basis.calendar))
  return sample ? momentsOfTrials([sample]) : UNRATED
}
