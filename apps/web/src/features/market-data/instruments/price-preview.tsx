import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatDay, formatPlain } from '../../../ui/format.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { previewQuery } from '../../../entities/instruments/market-data-queries.ts'
import classes from './series-table.module.css'

const HEIGHT = 110
const CLOSE = 4

interface PricePreviewProps {
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly first: number
  readonly last: number
  readonly name: string
}

/** Closes of the newest bars of the period: enough to see whether these are the prices one expects. */
export function PricePreview({ instrumentId, first, last, name }: PricePreviewProps): ReactElement {
  const preview = useQuery(previewQuery(instrumentId, first, last))
  if (preview.isPending) return <LoadingBlock height={HEIGHT} />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const { rows } = preview.data
  const closes = rows.map((row) => row[CLOSE] ?? Number.NaN)
  const [start, end] = [rows[0]?.[0], rows.at(-1)?.[0]]
  if (closes.length < 2 || start === undefined || end === undefined) {
    return <EmptyState title="Too few prices for a preview" />
  }
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  return (
    <figure className={classes['preview']}>
      <figcaption className="num muted">
        <span>{`Low ${formatPlain(low)}, high ${formatPlain(high)}`}</span>
        <span>{`${formatDay(start)} to ${formatDay(end)}`}</span>
      </figcaption>
      <SparkLine
        values={closes}
        height={HEIGHT}
        label={`Closes of ${name} from ${formatDay(start)} to ${formatDay(end)}`}
      />
    </figure>
  )
}
