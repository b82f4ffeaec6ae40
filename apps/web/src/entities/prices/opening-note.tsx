import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useOpeningText } from './use-opening-text.ts'

interface OpeningNoteProps {
  readonly instrument: Pick<MarketInstrument, 'calendar'>
  readonly className?: string | undefined
}

/** When a closed market opens again, counted down; nothing where that is not known. */
export function OpeningNote({ instrument, className }: OpeningNoteProps): ReactElement | null {
  const text = useOpeningText(instrument)
  return text === null ? null : <p className={className ?? 'muted'}>{text}</p>
}
