import { SegmentedControl } from '@mantine/core'
import type { Defect, MonthQuality, SeriesQuality } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { seriesLabel } from '../../../entities/runs/run-labels.ts'
import { marketQualityQuery } from '../../../entities/instruments/market-data-queries.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { formatCount, formatMinute, formatPlain } from '../../../ui/format.ts'
import { DEFECT_NAMES, shareText } from '../../../entities/instruments/quality-cells.ts'
import { QualityTimeline } from '../../../entities/instruments/quality-timeline.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import classes from '../market-data.module.css'

interface SeriesQualityProps {
  readonly instrumentId: string
  readonly interval: string
  readonly price: 'quote' | 'trade'
  readonly name: string
}

type View = 'days' | 'months' | 'defects'

function count(id: keyof MonthQuality, header: string, width = 80): Column<MonthQuality> {
  const value = (row: MonthQuality): number => Number(row[id])
  return { id, header, width, isNumber: true, value, cell: (row) => formatPlain(value(row)) }
}

const MONTHS: Column<MonthQuality>[] = [
  { id: 'month', header: 'Month', width: 80, value: (row) => row.month, cell: (row) => row.month },
  {
    id: 'good',
    header: 'Good',
    width: 76,
    isNumber: true,
    value: (row) => row.goodShare,
    cell: (row) => shareText(row.goodShare, 1),
  },
  count('rows', 'Rows', 90),
  count('missingBars', 'Missing'),
  count('gaps', 'Gaps', 66),
  count('outliers', 'Spikes', 70),
  count('jumps', 'Jumps', 70),
  count('crossed', 'Crossed', 80),
  count('duplicates', 'Duplicates', 96),
  count('inconsistent', 'Inconsistent', 104),
  count('flat', 'Standstill', 90),
  count('closed', 'While closed', 104),
]

const DEFECTS: Column<Defect>[] = [
  {
    id: 'kind',
    header: 'Defect',
    width: 130,
    value: (row) => row.kind,
    cell: (row) => <span className={classes['kind']}>{DEFECT_NAMES[row.kind][row.kind === 'gap' ? 0 : 1]}</span>,
  },
  {
    id: 'count',
    header: 'Bars',
    width: 70,
    isNumber: true,
    value: (row) => row.count,
    cell: (row) => formatPlain(row.count),
  },
  { id: 'from', header: 'From', width: 130, value: (row) => row.from, cell: (row) => formatMinute(row.from) },
  { id: 'to', header: 'To', width: 130, value: (row) => row.to, cell: (row) => formatMinute(row.to) },
]

function Warnings({
  quality: { shift, scaleFactor, damagedMonths },
}: {
  readonly quality: SeriesQuality
}): ReactElement | null {
  if (shift === null && scaleFactor === 1 && damagedMonths.length === 0) return null
  return (
    <ul className={classes['doubts']}>
      {damagedMonths.length === 0 ? null : (
        <li>{`The files of ${damagedMonths.join(', ')} are damaged: import these months again.`}</li>
      )}
      {shift === null ? null : (
        <li>
          {`Wrong time zone: in ${shift.weeks} of ${formatCount(shift.of, shift.by)} trading starts and ends ${Math.abs(shift.hours)} h too ${shift.hours > 0 ? 'late' : 'early'}. Import it again with the correct time zone.`}
        </li>
      )}
      {scaleFactor === 1 ? null : (
        <li>{`Wrong scale: prices are about ${formatPlain(scaleFactor)} times too high.`}</li>
      )}
    </ul>
  )
}

/** Days, months and defects of one series. */
export function SeriesQualityView({ instrumentId, interval, price, name }: SeriesQualityProps): ReactElement {
  const quality = useQuery(marketQualityQuery({ instrumentId, interval, price }))
  const [view, setView] = useState<View>('days')
  if (quality.isPending) return <LoadingBlock height={160} />
  if (quality.data === undefined) {
    return <ErrorState error={quality.error} onRetry={() => void quality.refetch()} />
  }
  const { data } = quality
  if (data.days.length === 0) {
    return data.damagedMonths.length > 0 ? <Warnings quality={data} /> : <EmptyState title="Nothing to grade yet" />
  }
  const slot = interval === 'Tick' ? 'minutes' : `bars of ${seriesLabel(interval)}`
  return (
    <div className={classes['quality']} data-stale={quality.isError || undefined}>
      <Warnings quality={data} />
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        onChange={(value) => setView(value as View)}
        data={[
          { value: 'days', label: 'Timeline' },
          { value: 'months', label: 'Months' },
          { value: 'defects', label: `Defects (${formatPlain(data.defectCount)})` },
        ]}
      />
      {view === 'days' ? (
        <QualityTimeline label={`Quality of ${name}`} days={data.days} defects={data.defects} slot={slot} />
      ) : null}
      {view === 'months' ? (
        <DataTable
          label={`Months of ${name}`}
          columns={MONTHS}
          rows={data.months}
          rowKey={(row) => row.month}
          maxHeight={360}
        />
      ) : null}
      {view === 'defects' ? <Defects data={data} name={name} /> : null}
    </div>
  )
}

function Defects({ data, name }: { readonly data: SeriesQuality; readonly name: string }): ReactElement {
  if (data.defects.length === 0) return <EmptyState title="No defects found" />
  return (
    <>
      <DataTable
        label={`Defects of ${name}`}
        columns={DEFECTS}
        rows={data.defects}
        rowKey={(row) => `${row.kind} ${row.from}`}
        initialSort={{ id: 'count', desc: true }}
        maxHeight={360}
      />
      {data.defectCount > data.defects.length ? (
        <p className="muted prose">
          {`${formatCount(data.defectCount, 'defect')}, with adjacent ones combined into ${formatCount(data.defects.length, 'row')}.`}
        </p>
      ) : null}
    </>
  )
}
