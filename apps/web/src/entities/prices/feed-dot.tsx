import { useInterval } from '@mantine/hooks'
import { type ReactElement, useState } from 'react'
import { formatSecond } from '../../ui/format.ts'
import { ageText } from './age-text.ts'
import classes from './feed-dot.module.css'
import { type FeedStatus, marketPrices } from './market-prices.ts'

const WORDS: Record<FeedStatus, string> = {
  loading: 'Connecting',
  waiting: 'Waiting for the next price',
  live: 'Live',
  closed: 'Closed',
  stale: 'Stale',
  refused: 'Refused by the venue',
  disconnected: 'Disconnected',
}

interface FeedDotProps {
  readonly instrumentId: string
  readonly status: FeedStatus
  /** When it was last heard, by `performance.now()`; that of the price if omitted. */
  readonly heardAt?: () => number | undefined
}

/** The state of a stream as a color and a word; where prices are old, with their age. */
export function FeedDot(props: FeedDotProps): ReactElement {
  const { status } = props
  const isOld = status === 'stale' || status === 'disconnected'
  return (
    <span className={classes['feed']} data-status={status} role="status" title={WORDS[status]}>
      <i aria-hidden />
      {isOld ? (
        <Age {...props} />
      ) : (
        // A refusal is not to be overlooked; of the others the color is enough for those who see it.
        <span className={status === 'refused' ? '' : 'visually-hidden'}>{WORDS[status]}</span>
      )}
    </span>
  )
}

function Age({ instrumentId, status, heardAt: readHeardAt }: FeedDotProps): ReactElement {
  const [{ now, clock }, setNow] = useState(readClocks)
  useInterval(() => setNow(readClocks()), 1_000, { autoInvoke: true })
  const heardAt = readHeardAt ? readHeardAt() : marketPrices.get(instrumentId)?.heardAt
  if (heardAt === undefined) return <>{WORDS[status]}</>
  const ms = Math.max(0, now - heardAt)
  if (status === 'stale') return <span className="num">{ageText(ms)}</span>
  const time = formatSecond(clock - ms).slice(11)
  const text = `Disconnected, last update ${time} UTC`
  return (
    <span className="num" title={text}>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>{time}</span>
    </span>
  )
}

/** Ages come from the first, which never jumps; the second tells the time. */
function readClocks(): { readonly now: number; readonly clock: number } {
  return { now: performance.now(), clock: Date.now() }
}
