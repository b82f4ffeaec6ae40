import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { endpoints, type MarketInstrument } from '@tradeloom/contracts'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { seriesLabel } from '../../../entities/runs/run-labels.ts'
import { endpointUrl } from '../../../api/call.ts'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatDay, formatMinute, formatPlain } from '../../../ui/format.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { MonthTimeline } from '../quality/month-timeline.tsx'
import { LEVEL_NAMES, type QualityLevel, shareLevel, shareText } from '../../../entities/instruments/quality-cells.ts'
import { QualityMark } from '../../../entities/instruments/quality-timeline.tsx'
import { BarDaysSetting } from './bar-days-setting.tsx'
import { PricePreview } from './price-preview.tsx'
import { SeriesOwner } from './series-owner.tsx'
import { SeriesQualityView } from './series-quality.tsx'
import classes from './series-table.module.css'

type Series = MarketInstrument['series'][number]

interface SeriesRowProps {
  readonly instrument: MarketInstrument
  readonly series: Series
  /** The instrument is named in its first row only. */
  readonly isFirst: boolean
}

/** Prices with a wrong scale or time zone are poor, however complete. */
function seriesLevel({ goodShare, months, damagedMonths }: Series): QualityLevel {
  if (damagedMonths.length > 0) return 1
  return months.some(({ scaleFactor, shift }) => scaleFactor !== 1 || shift !== null) ? 1 : shareLevel(goodShare)
}

export function SeriesRow({ instrument, series, isFirst }: SeriesRowProps): ReactElement {
  const { displaySymbol, broker, product, simulated } = instrument
  const [isOpen, setOpen] = useState(false)
  const kind = seriesLabel(series.interval)
  const name = `${kind} of ${displaySymbol}`
  const level = seriesLevel(series)
  return (
    <>
      <tr data-first={isFirst || undefined} data-open={isOpen || undefined}>
        <th scope="row">
          <span className={isFirst ? undefined : 'visually-hidden'}>{displaySymbol}</span>
          {isFirst && simulated ? <SimulatedBadge /> : null}
        </th>
        <td className="muted">{isFirst ? broker : null}</td>
        <td className="muted" data-spare>
          {isFirst ? product : null}
        </td>
        <td>
          <strong>{kind}</strong>{' '}
          <span className="muted">{series.price === 'quote' ? 'Bid and ask' : 'One price'}</span>
        </td>
        <td className="num muted" title={`${formatMinute(series.first)} to ${formatMinute(series.last)}`}>
          {formatDay(series.first)} to {formatDay(series.last)}
        </td>
        <td className="num" data-number>
          {formatPlain(series.rows)}
        </td>
        <td>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            aria-label={`Quality of ${name}: ${shareText(series.goodShare, 1)} good`}
            leftSection={<QualityMark level={level} />}
            rightSection={<IconChevronDown size={12} aria-hidden data-open={isOpen || undefined} />}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes['bar']} title={LEVEL_NAMES[level]} aria-hidden>
              <span data-level={level} style={{ width: `${series.goodShare * 100}%` }} />
            </span>
            {shareText(series.goodShare, 1)} good
          </Button>
        </td>
        <td>
          <Group gap={4} justify="flex-end" wrap="nowrap" component="span">
            <ExportSeries instrumentId={instrument.id} series={series} name={name} />
            <SeriesOwner instrument={instrument} series={series} name={name} />
          </Group>
        </td>
      </tr>
      {series.damagedMonths.length === 0 ? null : (
        <tr>
          <td colSpan={8} className="warn">
            {`Damaged: import ${series.damagedMonths.join(', ')} again`}
          </td>
        </tr>
      )}
      {isOpen ? (
        <tr className={classes['details']}>
          <td colSpan={8}>
            <BarDaysSetting instrument={instrument} />
            <PricePreview instrumentId={instrument.id} first={series.first} last={series.last} name={displaySymbol} />
            <MonthTimeline months={series.months} label={`${name} by month`} />
            <SeriesQualityView
              instrumentId={instrument.id}
              interval={series.interval}
              price={series.price}
              name={`${name}, ${broker}`}
            />
          </td>
        </tr>
      ) : null}
    </>
  )
}

interface ExportSeriesProps {
  readonly instrumentId: string
  readonly series: Series
  readonly name: string
}

/** Saves the series as CSV; visitors cannot. */
function ExportSeries({ instrumentId, series, name }: ExportSeriesProps): ReactElement | null {
  const user = useUser()
  if (!user) return null
  const query = endpoints.exportMarketData.query.parse({ interval: series.interval, price: series.price })
  return (
    <Tooltip label="Export as CSV">
      <ActionIcon
        component="a"
        href={endpointUrl('exportMarketData', { params: { instrumentId }, query })}
        download
        aria-label={`Export ${name}`}
      >
        <IconDownload size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
