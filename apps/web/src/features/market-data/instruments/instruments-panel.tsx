import { Button, TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { instrumentsQuery } from '../market-data-queries.ts'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatDay, formatMinute, formatPlain } from '../../../ui/format.ts'
import { LEVEL_NAMES, type QualityLevel, shareLevel, shareText } from '../quality-cells.ts'
import { QualityKey, QualityMark } from '../quality-timeline.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import classes from '../market-data.module.css'
import { MonthTimeline } from '../quality/month-timeline.tsx'
import { SeriesOwner } from './series-owner.tsx'
import { SeriesQualityView } from './series-quality.tsx'

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
  const [isOpen, setOpen] = useState(false)
  const name = `${kind} of ${instrument.displaySymbol}`
  return (
    <div className={classes['series']}>
      <strong>{kind}</strong>
      <span className="muted">{series.price === 'quote' ? 'Bid and ask' : 'One price'}</span>
      <span className="num">{formatPlain(series.rows)} rows</span>
      <span className="num muted" title={`${formatMinute(series.first)} to ${formatMinute(series.last)}`}>
        {formatDay(series.first)} to {formatDay(series.last)}
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes['more']}
        aria-expanded={isOpen}
        aria-label={`Quality of ${name}: ${shareText(series.goodShare, 1)} good`}
        leftSection={<QualityMark level={seriesLevel(series)} />}
        rightSection={<IconChevronDown size={12} aria-hidden data-open={isOpen || undefined} />}
        onClick={() => setOpen(!isOpen)}
      >
        {shareText(series.goodShare, 1)} good
      </Button>
      <SeriesOwner instrument={instrument} series={series} name={name} />
      {series.damagedMonths.length === 0 ? null : (
        <span className={classes['damaged']}>{`Damaged: import ${series.damagedMonths.join(', ')} again`}</span>
      )}
      <MonthTimeline months={series.months} label={`${name} by month`} />
      {isOpen ? (
        <SeriesQualityView instrumentId={instrument.id} interval={series.interval} price={series.price} name={name} />
      ) : null}
    </div>
  )
}

/** Prices with a wrong scale or time zone are poor, however complete. */
function seriesLevel({ goodShare, months, damagedMonths }: Series): QualityLevel {
  if (damagedMonths.length > 0) return 1
  return months.some(({ scaleFactor, shift }) => scaleFactor !== 1 || shift !== null) ? 1 : shareLevel(goodShare)
}

/** The grade of the data that minute runs use, else of the first series. */
function Grade({ series }: Pick<MarketInstrument, 'series'>): ReactElement | null {
  const graded = series.find(({ interval }) => interval === 'M1') ?? series[0]
  if (graded === undefined) return null
  const level = seriesLevel(graded)
  return (
    <span className={classes['grade']}>
      <QualityMark level={level} />
      {LEVEL_NAMES[level]}
      <span className="num muted">{shareText(graded.goodShare, 1)}</span>
    </span>
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
        <Grade series={series} />
      </div>
      {series.length === 0 ? <span className="muted">No data</span> : null}
      {series.map((one) => (
        <SeriesRow key={`${one.interval} ${one.price}`} instrument={instrument} series={one} />
      ))}
    </li>
  )
}

/** All available market data, with period and quality. */
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
            text="The simulated market appears here after the first start. Import files to add real data."
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
          <div className={classes['key']}>
            <QualityKey />
          </div>
        </>
      ) : null}
    </Panel>
  )
}
