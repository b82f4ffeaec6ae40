import { TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { instrumentsQuery } from '../../api/queries/market-data.ts'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { formatMinute, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import classes from './market-data.module.css'
import { MonthTimeline, QualityKey } from './month-timeline.tsx'

type Series = MarketInstrument['series'][number]

function isMatch({ displaySymbol, symbol, broker, product }: MarketInstrument, wanted: string): boolean {
  return [displaySymbol, symbol, broker, product].some((text) => text.toLowerCase().startsWith(wanted))
}

function SeriesRow({
  instrument,
  series,
}: {
  readonly instrument: MarketInstrument
  readonly series: Series
}): ReactElement {
  const kind = series.interval === 'Tick' ? 'Ticks' : series.interval
  return (
    <div className={classes['series']}>
      <strong>{kind}</strong>
      <span className="muted">{series.price === 'quote' ? 'Bid and ask' : 'One price'}</span>
      <span className="num">{formatPlain(series.rows)} rows</span>
      <span className="num muted">
        {formatMinute(series.first)} to {formatMinute(series.last)}
      </span>
      <MonthTimeline months={series.months} label={`${kind} of ${instrument.displaySymbol} by month`} />
    </div>
  )
}

function InstrumentItem({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { displaySymbol, broker, product, simulated, series } = instrument
  return (
    <li className={classes['instrument']}>
      <div className={classes['instrumentHead']}>
        <h3>{displaySymbol}</h3>
        <span className="muted">{broker}</span>
        {simulated ? <SimulatedBadge /> : null}
        <span className="muted">{product}</span>
      </div>
      {series.length === 0 ? <span className="muted">No data</span> : null}
      {series.map((one) => (
        <SeriesRow key={`${one.interval} ${one.price}`} instrument={instrument} series={one} />
      ))}
    </li>
  )
}

/** Everything that can be tested on: what exists, from when to when, and how good it is. */
export function InstrumentsPanel(): ReactElement {
  const instruments = useQuery(instrumentsQuery)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = instruments.data?.filter((instrument) => isMatch(instrument, wanted)) ?? []
  return (
    <Panel
      title="Instruments"
      detail={instruments.data === undefined ? undefined : formatPlain(found.length)}
      flush
      actions={
        <TextInput
          size="xs"
          aria-label="Search instruments"
          placeholder="Search symbol or broker"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      {instruments.isPending ? <LoadingRows rows={5} height={52} /> : null}
      {instruments.isError && instruments.data === undefined ? (
        <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
      ) : null}
      {instruments.isSuccess && found.length === 0 ? (
        wanted === '' ? (
          <EmptyState
            title="No market data yet"
            text="The simulated market is made at the first start and appears here; real data comes by import."
          />
        ) : (
          <EmptyState title="No matches found" />
        )
      ) : null}
      {found.length > 0 ? (
        <>
          <ul className={classes['instruments']}>
            {found.map((instrument) => (
              <InstrumentItem key={instrument.id} instrument={instrument} />
            ))}
          </ul>
          <QualityKey />
        </>
      ) : null}
    </Panel>
  )
}
