import { ScrollArea, Table } from '@mantine/core'
import type { Interval } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { intervalLabel } from '../../charts/price-chart/chart-interval.ts'
import type { ChartClock } from '../../charts/price-chart/chart-clock.ts'
import { rowTimeText } from '../../charts/price-chart/chart-times.ts'
import { type ComputedBars, nameOfComputed } from '../../charts/price-chart/price-look.ts'
import { isGap, type PriceRow, rowTime } from '../../charts/price-chart/price-bars.ts'
import { formatNumber, formatPlain } from '../../ui/format.ts'

interface ChartTableProps {
  readonly source: ChartSource
  readonly interval: Interval
  readonly precision: number
  /** The bars in view. */
  readonly rows: readonly PriceRow[]
  readonly computed: ComputedBars | null
  readonly clock: ChartClock
}

const MAX_ROWS = 200

/** The bars in view in words and as a table, for those who cannot see the chart. */
export function ChartTable({ source, interval, precision, rows, computed, clock }: ChartTableProps): ReactElement {
  const timeColumn = `Time (${clock.name})`
  const bars = rows.filter((row) => !isGap(row))
  const shown = bars.slice(-MAX_ROWS)
  return (
    <div>
      <p style={{ padding: 12 }}>
        {summaryOf(source.symbol, interval, countOf(interval, computed, bars.length), precision, bars, clock)}
      </p>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Bars in view' }}>
        <Table fz="xs" className="num" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {[timeColumn, 'Open', 'High', 'Low', 'Close', 'Volume'].map((name) => (
                <Table.Th key={name} ta={name === timeColumn ? 'left' : 'right'}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={rowTime(row)}>
                <Table.Td>{rowTimeText(rowTime(row), interval, clock)}</Table.Td>
                {row.slice(1, 5).map((price, at) => (
                  <Table.Td key={at} ta="right">
                    {formatNumber(price, precision)}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{formatPlain(row[5] ?? 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </div>
  )
}

/** Computed bars say so. */
function countOf(interval: Interval, computed: ComputedBars | null, count: number): string {
  if (interval === 'Tick') return count === 1 ? '1 tick' : `${formatPlain(count)} ticks`
  const bars = count === 1 ? '1 bar' : `${formatPlain(count)} bars`
  return `${bars} of ${intervalLabel(interval)}${computed === null ? '' : ` (${nameOfComputed(computed)})`}`
}

/** One sentence about the bars in view. */
function summaryOf(
  symbol: string,
  interval: Interval,
  count: string,
  precision: number,
  bars: readonly PriceRow[],
  clock: ChartClock,
): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return `${symbol} has no bars in view.`
  const high = bars.reduce((most, row) => Math.max(most, row[2] ?? 0), -Infinity)
  const low = bars.reduce((least, row) => Math.min(least, row[3] ?? 0), Infinity)
  const time = (row: PriceRow): string => rowTimeText(rowTime(row), interval, clock)
  const price = (value: number | undefined): string => formatNumber(value ?? 0, precision)
  const rest = bars.length > MAX_ROWS ? ` The table has the last ${MAX_ROWS} of them.` : ''
  return (
    `${symbol}, ${count} from ${time(first)} to ` +
    `${time(last)} ${clock.name}: opens at ${price(first[1])}, closes at ${price(last[4])}, ` +
    `highest ${price(high)}, lowest ${price(low)}.${rest}`
  )
}
