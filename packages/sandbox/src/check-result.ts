import { isTag, MAX_TAGS } from '@tradeloom/domain'
import { type CompactResult, hoursOfRun, type RunSpec } from '@tradeloom/engine'

/**
 * Throws unless the short parts of a result have a valid shape and belong to a run of `spec`. Later computations take
 * the period and trading hours from the result, so they must be those of the run.
 */
export function checkResult(result: CompactResult, spec: RunSpec): void {
  const { basis, statistics, endPrices, instrumentIds, reasons, warnings, log, plots, tags } = result
  const isMade =
    isText(result.engineVersion) &&
    isText(result.ledgerHash) &&
    [
      result.ticks,
      result.bars,
      result.warmupRows,
      result.minutesResolvedByTicks,
      result.closedRows,
      result.logDropped,
    ].every(isNumber) &&
    isRecord(statistics) &&
    Object.values(statistics).every((value) => value === null || isNumber(value)) &&
    isRecord(basis) &&
    (endPrices === null || (isRecord(endPrices) && [endPrices.time, endPrices.bid, endPrices.ask].every(isNumber))) &&
    [instrumentIds, reasons, warnings].every((texts) => isList(texts) && texts.every(isText)) &&
    (tags === undefined ||
      (isList(tags) && tags.length <= MAX_TAGS && tags.every((tag) => isText(tag) && isTag(tag)))) &&
    isList(log) &&
    log.every((line) => isRecord(line) && isNumber(line.time) && LEVELS.includes(line.level) && isText(line.message)) &&
    plots.every(
      ({ name, pane, color, steps }) =>
        isText(name) &&
        PANES.includes(pane) &&
        (color === null || isText(color)) &&
        (steps === undefined || steps === true),
    )
  if (!isMade) throw new TypeError('its short parts have another shape')
  checkBasis(result, spec)
}

const LEVELS: readonly unknown[] = ['info', 'warning', 'error']
const PANES: readonly unknown[] = ['overlay', 'study']

function checkBasis({ basis, instrumentIds }: CompactResult, spec: RunSpec): void {
  const numbers = [basis.initialBalance, basis.balance, basis.equity, basis.maxDrawdown, basis.maxDrawdownFraction]
  const traded = [spec.instrument, ...(spec.markets ?? []).map(({ instrument }) => instrument)]
  const hours = hoursOfRun(spec)
  const isOfRun =
    basis.start === spec.start &&
    basis.end <= spec.end &&
    basis.calendar === hours.calendar &&
    JSON.stringify(basis.closures) === JSON.stringify(hours.closures) &&
    JSON.stringify(basis.quality) === JSON.stringify(spec.quality ?? null) &&
    instrumentIds.every((id, place) => id === traded[place]?.id) &&
    numbers.every((value) => typeof value === 'number') &&
    typeof basis.ruined === 'boolean' &&
    typeof basis.benchmarkStart === 'number' &&
    isList(basis.openPositions) &&
    basis.openPositions.every((one) => isRecord(one) && isNumber(one.openTime) && isNumber(one.notional))
  if (!isOfRun) throw new TypeError('it belongs to another run')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
