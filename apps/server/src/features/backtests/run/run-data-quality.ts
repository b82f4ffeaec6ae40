import type { RunDataQuality } from '@tradeloom/contracts'
import type { RunResult } from '@tradeloom/engine'
import { defectProfit } from '@tradeloom/market-data'
import { viewDays } from '../../instruments/quality-views.ts'
import type { RunInput } from './run-input.ts'

/** How good the prices of a run were and what it earned near their defects, as it is kept and shown. */
export function runDataQuality({ quality }: RunInput, { positions }: RunResult): RunDataQuality {
  return {
    interval: quality.interval,
    price: quality.price,
    from: quality.from,
    to: quality.to,
    good: quality.good,
    all: quality.expected,
    missing: quality.missing,
    goodPercent: quality.goodPercent,
    counts: { ...quality.counts },
    scaleFactor: quality.scaleFactor,
    shift: quality.shift,
    days: viewDays(quality.days),
    profit: { ...defectProfit(quality, positions) },
  }
}
