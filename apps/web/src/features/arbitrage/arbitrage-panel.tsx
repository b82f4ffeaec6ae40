import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { ConnectionNote } from '../../entities/accounts/connection-note.tsx'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { PairSelect } from './pair-select.tsx'
import classes from './arbitrage.module.css'
import { openAttempt } from './attempts/attempt-state.ts'
import { comparablePairs, type MarketPair } from './shown-pair.ts'

interface ArbitragePanelProps {
  readonly title: string
  readonly detail?: string | undefined
  readonly isSimulated: boolean
  /** The pair that is chosen in this panel, where one can be. */
  readonly pair?: string
  readonly onPair?: (pair: string) => void
  /** The pair that it shows, and that can be traded. */
  readonly traded?: MarketPair | null
  readonly children: (instruments: ReadonlyMap<string, MarketInstrument>) => ReactNode
}

/** A panel that compares markets: what it says until they are known, and where there is nothing to compare. */
export function ArbitragePanel(props: ArbitragePanelProps): ReactElement {
  const { title, detail, isSimulated, pair = '', onPair, traded = null, children } = props
  const { data, error, refetch } = useQuery(instrumentsQuery)
  const instruments = useInstruments()
  const pairs = useMemo(() => comparablePairs(data ?? []), [data])
  return (
    <Panel
      title={title}
      detail={detail}
      flush
      actions={
        <>
          <ConnectionNote />
          {isSimulated ? <SimulatedBadge /> : null}
          {traded === null ? null : (
            <button
              type="button"
              className={classes['both']}
              onClick={() => openAttempt({ sellId: traded.sell.id, buyId: traded.buy.id })}
            >
              Trade both
            </button>
          )}
          {pairs.length > 0 && onPair ? <PairSelect pairs={pairs} value={pair} onChange={onPair} /> : null}
        </>
      }
    >
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <LoadingRows rows={4} /> : null}
      {data !== undefined && pairs.length === 0 ? (
        <EmptyState title="No markets to compare" text="One currency has to be traded at two venues." />
      ) : null}
      {pairs.length > 0 ? children(instruments) : null}
    </Panel>
  )
}
