import type { TradingSession } from '@tradeloom/contracts'
import { barEnd, barStart, isBarInterval } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { useInstrument } from '../../entities/instruments/use-instrument.ts'
import { useOpeningText } from '../../entities/prices/use-opening-text.ts'
import { countdown } from './countdown.ts'
import { useEvery } from './use-every.ts'

const SECOND_MS = 1_000

/** When the script hears of its next bar; of a closed market, when it opens. */
export function NextBar({ session }: { readonly session: TradingSession }): ReactElement | null {
  const { instrumentId, interval } = session
  const instrument = useInstrument(instrumentId)
  const opening = useOpeningText({ calendar: instrument?.calendar ?? 'always' })
  const now = useEvery(SECOND_MS, true, Date.now)
  if (!isBarInterval(interval)) return null
  if (opening !== null) return <span className="muted">{` · ${opening}`}</span>
  // Before the instrument is known, too: the text would push others aside when it comes.
  const days = instrument ?? undefined
  const end = barEnd(barStart(now, interval, days), interval, days)
  return (
    <>
      {', next bar in '}
      <span role="timer">{countdown(end - now)}</span>
    </>
  )
}
