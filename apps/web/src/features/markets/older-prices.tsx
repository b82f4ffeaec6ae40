import type { ReactElement } from 'react'
import { FetchOffer } from '../../entities/fetches/fetch-offer.tsx'
import classes from './market-chart.module.css'

const DAY = 86_400_000
/** What is offered at once. */
const BACK = 90 * DAY

interface OlderPricesProps {
  readonly instrumentId: string
  /** The oldest price of the chart, UTC milliseconds. */
  readonly before: number
  readonly onFetched: () => void
}

/** Below a chart: the months before its oldest price, from its venue. */
export function OlderPrices({ instrumentId, before, onFetched }: OlderPricesProps): ReactElement {
  const end = Math.floor(before / DAY) * DAY
  return (
    <div className={classes['older']}>
      <FetchOffer instrumentId={instrumentId} start={end - BACK} end={end} onFetched={onFetched} />
    </div>
  )
}
