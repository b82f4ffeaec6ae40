import { Alert, Button } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { OpeningNote } from '../prices/opening-note.tsx'

interface ClosedNoteProps {
  readonly instrument: MarketInstrument
  /** What it means that the market is closed. */
  readonly text: string
  readonly onInstrument: (instrumentId: string) => void
}

/** Says that a market is closed and when it opens, and offers one that trades now. */
export function ClosedNote({ instrument, text, onInstrument }: ClosedNoteProps): ReactElement {
  const { data = [] } = useQuery(instrumentsQuery)
  const open = openInstead(data, instrument)
  return (
    <Alert p="6px 10px" color="yellow">
      {text}
      <OpeningNote instrument={instrument} />
      {open === undefined ? null : (
        <Button mt={4} size="compact-xs" variant="default" onClick={() => onInstrument(open.id)}>
          {`Trade ${open.displaySymbol} instead`}
        </Button>
      )}
    </Alert>
  )
}

/** Of the same venue if possible: the account stays the same then. */
function openInstead(
  instruments: readonly MarketInstrument[],
  { id, broker }: MarketInstrument,
): MarketInstrument | undefined {
  const open = instruments.filter((one) => one.id !== id && one.status === 'active' && one.tradingOpen)
  return open.find((one) => one.broker === broker) ?? open[0]
}
