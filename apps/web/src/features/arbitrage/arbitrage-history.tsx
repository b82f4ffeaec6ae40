import { useInterval } from '@mantine/hooks'
import { shownCurrency } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { ArbitragePanel } from './arbitrage-panel.tsx'
import type { PairOptions } from './arbitrage-options.ts'
import classes from './arbitrage.module.css'
import { useArbitrage } from './live-arbitrage.ts'
import { historyQuery, withNow } from './percent-history.ts'
import { type MarketPair, pairName, useShownPair } from './shown-pair.ts'

/** The newest value is drawn that often. */
const DRAW_MS = 5_000

/** The plain percent of two markets over 800 quarters of an hour. */
export function ArbitrageHistory({ title, options, onOptions }: PanelProps<PairOptions>): ReactElement {
  const shown = useShownPair(options.pair, useInstruments())
  return (
    <ArbitragePanel
      title={title}
      isSimulated={shown?.sell.simulated ?? false}
      pair={options.pair}
      onPair={(pair) => onOptions({ ...options, pair })}
      traded={shown}
    >
      {() => (shown === null ? <LoadingRows rows={5} /> : <History shown={shown} />)}
    </ArbitragePanel>
  )
}

function History({ shown }: { readonly shown: MarketPair }): ReactElement {
  const { sell, buy } = shown
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), DRAW_MS, { autoInvoke: true })
  const isConverted = shownCurrency(sell.quote) !== shownCurrency(buy.quote)
  const { data, error, refetch } = useQuery({ ...historyQuery(shown, now), enabled: !isConverted })
  const heard = useArbitrage(`arbitrage.${[sell.id, buy.id].toSorted().join('||')}`)
  // Past rates between their currencies are not stored with them.
  if (isConverted) return <EmptyState title="Conversion instruments not found" />
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={5} />
  const percent = heard?.list.pairs.find(({ sellId, buyId }) => sellId === sell.id && buyId === buy.id)?.percent
  const { time, values } = percent === undefined ? data : withNow(data, percent, now)
  if (time.length === 0) return <EmptyState title="No prices yet" text="They appear here as quarters of an hour end." />
  return (
    <div className={classes['history']}>
      <SeriesChart
        label={`Percent of ${pairName(shown)}`}
        kind="line"
        unit="percent"
        height="100%"
        series={[{ label: `Sell ${sell.exchangeName}, buy ${buy.exchangeName}`, time, values }]}
      />
    </div>
  )
}
