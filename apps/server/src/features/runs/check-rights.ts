import type { InstrumentSummary } from '@tradeloom/market-data'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'

const DAY_MS = 86_400_000

interface Wanted {
  readonly resolution: 0 | 1
  readonly start: Date
  readonly end: Date
  readonly instrument: InstrumentSummary
}

const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS

/** The latest end of a run, exclusive: yesterday ends when today begins. */
export function lastEnd({ historyDays }: Rights, now: number): number {
  return historyDays === null ? Number.POSITIVE_INFINITY : dayOf(now)
}

/** Throws for a run that the user's package does not include. */
export function checkRights(rights: Rights, { resolution, start, end, instrument }: Wanted, now: number): void {
  if (resolution === 0 && !rights.backtestTick) {
    const message = 'Backtesting every tick is available with our premium packages.'
    throw new AppError('forbidden', 'not-in-package', message, { fields: { resolution: message } })
  }
  const { historyDays, backtestBrokers } = rights
  // A start picked in the browser is the beginning of a day.
  if (historyDays !== null && start.getTime() < now - (historyDays + 1) * DAY_MS) {
    throw invalid('Backtests can begin at most one year back', 'start')
  }
  if (end.getTime() > lastEnd(rights, now)) {
    throw invalid('Backtests can end yesterday at the latest', 'end')
  }
  const broker = instrument.id.split(':')[1] ?? ''
  if (backtestBrokers !== null && !backtestBrokers.includes(broker) && !instrument.simulated) {
    throw invalid(`Backtests are available for instruments of ${backtestBrokers.join(' and ')}`, 'instrumentId')
  }
}
