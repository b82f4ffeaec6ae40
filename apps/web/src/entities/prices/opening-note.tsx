import { useInterval } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { openingText } from './opening-text.ts'

interface OpeningNoteProps {
  readonly instrument: Pick<MarketInstrument, 'calendar'>
  readonly className?: string | undefined
}

/** When a closed market opens again, counted down; nothing where that is not known. */
export function OpeningNote({ instrument, className }: OpeningNoteProps): ReactElement | null {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 15_000, { autoInvoke: true })
  const text = openingText(instrument, now)
  return text === null ? null : <p className={className ?? 'muted'}>{text}</p>
}
