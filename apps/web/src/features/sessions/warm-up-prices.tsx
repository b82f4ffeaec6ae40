import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { FetchOffer } from '../../entities/fetches/fetch-offer.tsx'

const DAY = 86_400_000
/** Minutes of so many days are fetched with the first live price. */
const LIVE_DAYS = 30
/** What most indicators look back. */
const BARS = 200
/** Markets close at weekends. */
const CLOSED_SHARE = 1.6

interface WarmUpPricesProps {
  readonly instrumentId: string
  readonly interval: string
}

/** Prices before a session that its indicators may need, where those that come with it do not reach back far enough. */
export function WarmUpPrices({ instrumentId, interval }: WarmUpPricesProps): ReactElement | null {
  const [end] = useState(() => Math.floor(Date.now() / DAY) * DAY)
  const ms = isBarInterval(interval) ? INTERVALS[interval].ms * BARS * CLOSED_SHARE : 0
  if (ms <= LIVE_DAYS * DAY) return null
  return <FetchOffer instrumentId={instrumentId} start={end - Math.min(ms, 366 * DAY)} end={end} />
}
