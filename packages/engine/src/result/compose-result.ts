import { computeMetrics } from '@tradeloom/metrics'

import { ENGINE_VERSION } from '../version.ts'
import { basisOf, daysOf } from './basis-of.ts'
import type { CompactResult } from './compact-result.ts'
import { metricInputOf } from './metric-input-of.ts'
import type { MarketEnd, ResultParts } from './result-parts.ts'
import { ledgerOf } from './ledger-of.ts'
import { resultWarnings } from './result-warnings.ts'
import { HEADLINE_METRICS, statisticsOf } from './statistics-of.ts'
import { tagTables } from '../record/tag-tables.ts'
import { unify } from '../record/unify.ts'

/** The result of a run as columns and headline numbers. */
export function composeResult(parts: ResultParts): CompactResult {
  const { account, recorder, log, markets } = parts
  const { quote } = (markets[0] as MarketEnd).market
  const hasPrices = quote.bid === quote.bid
  const instrumentIds = account.markets.map(({ instrument }) => instrument.id)
  const { positions, positionTags, orders, reasons, ledgerHash } = ledgerOf(parts)
  const equityCurve = recorder.finish(parts.end, account.balance)
  const days = daysOf(parts)
  const plots = parts.plots.columns()
  const tags = tagTables(parts.orders, { tags: positionTags, count: positions.id.length })
  for (const columns of [equityCurve, days]) for (const one of Object.values(columns)) unify(one)
  for (const { value } of plots) unify(value)
  const basis = basisOf(parts)
  const input = metricInputOf({ basis, positions, instrumentIds, equityCurve, days })
  const metrics = computeMetrics(input, { intervals: false, keys: HEADLINE_METRICS })
  return {
    engineVersion: ENGINE_VERSION,
    ticks: sum(markets, ({ market, first, next }) => (next - first) * (market.rows.kind === 'bar' ? 4 : 1)),
    bars: parts.bars,
    warmupRows: sum(markets, ({ data, first, next }) => Math.min(next, data.from) - first),
    minutesResolvedByTicks: sum(markets, ({ market }) => market.minutesResolvedByTicks),
    closedRows: sum(markets, ({ market }) => market.closedRows),
    statistics: statisticsOf(parts, positions, metrics),
    ledgerHash,
    instrumentIds,
    reasons,
    basis,
    positions,
    orders,
    equityCurve,
    days,
    plots,
    endPrices: hasPrices ? { time: parts.lastPriceTime, bid: quote.bid, ask: quote.ask } : null,
    log: log.lines(),
    logDropped: log.dropped,
    warnings: resultWarnings(parts),
    ...tags,
  }
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
