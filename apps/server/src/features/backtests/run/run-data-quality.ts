import type { MarketDataQuality, RunDataQuality } from '@tradeloom/contracts'
import { type CompactResult, positionsIn } from '@tradeloom/engine'
import { defectProfit, type RunInput, type RunQuality } from '@tradeloom/market-data'
import { viewDays } from '../../instruments/quality-views.ts'

/** How good the prices of a run were and what it earned near their defects, as it is kept and shown. */
export function runDataQuality({ spec, quality, otherQualities }: RunInput, result: CompactResult): RunDataQuality {
  return {
    ...viewQuality(quality, positionsIn(result, spec.instrument.id)),
    ...(otherQualities.length === 0
      ? {}
      : {
          markets: otherQualities.map((other) => ({
            instrumentId: other.instrumentId,
            ...viewQuality(other, positionsIn(result, other.instrumentId)),
          })),
        }),
  }
}

function viewQuality(quality: RunQuality, positions: ReturnType<typeof positionsIn>): MarketDataQuality {
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
