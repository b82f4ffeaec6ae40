import type { MarketInstrument } from '@tradeloom/contracts'
import { isMarketOpen, nextChange } from '@tradeloom/domain'
import { formatLocalMinute } from '../../ui/format.ts'

const MINUTE = 60_000
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/**
 * When a closed market opens again, in local time: `Opens Sun 22:00, in 1 d 5 h`. Null where its hours say that it is open:
 * then its venue has closed it, and only the venue knows until when.
 */
export function openingText({ calendar }: Pick<MarketInstrument, 'calendar'>, now: number): string | null {
  if (isMarketOpen(calendar, now)) return null
  const opens = nextChange(calendar, now)
  return Number.isFinite(opens) ? `Opens ${weekTime(opens)}, in ${durationText(opens - now)}` : null
}

/** `Sun 22:00`, by the clock of this browser. */
function weekTime(time: number): string {
  return `${DAYS[new Date(time).getDay()]} ${formatLocalMinute(time).slice(-5)}`
}

function durationText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
