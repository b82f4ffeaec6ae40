import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { instrumentsQuery } from './market-data-queries.ts'
import { useInstrument } from './use-instrument.ts'

interface KnownInstrumentProps {
  readonly id: string
  /** Until it is known; its id if omitted. */
  readonly title?: string
  /** While it is loaded. */
  readonly rows?: number
  readonly children: (instrument: MarketInstrument) => ReactElement
}

/** A panel of an instrument; without it, a panel that says why. */
export function KnownInstrument({ id, title = id, rows = 6, children }: KnownInstrumentProps): ReactNode {
  const instrument = useInstrument(id)
  const { data, error, refetch } = useQuery(instrumentsQuery)
  if (instrument) return children(instrument)
  const hasFailed = data === undefined && error !== null
  return (
    <Panel title={title}>
      {hasFailed ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !hasFailed ? <LoadingRows rows={rows} /> : null}
      {data === undefined ? null : <EmptyState title="Instrument not available" />}
    </Panel>
  )
}
