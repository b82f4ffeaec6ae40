import type { MonthOfRun } from '@tradeloom/contracts'
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { formatPercent, formatSigned } from '../../ui/format.ts'
import { rawFigure } from '../../ui/raw-figure.ts'
import { useOverflowShadow } from '../../ui/use-overflow-shadow.ts'
import classes from './month-table.module.css'
import tables from '../../ui/table.module.css'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Year {
  readonly year: string
  readonly months: readonly (MonthOfRun | null)[]
  readonly total: number
  readonly isWhole: boolean
}

/** Years with twelve months each; a year's return compounds its months. */
export function yearsOf(monthly: readonly MonthOfRun[]): Year[] {
  const years = new Map<string, MonthOfRun[]>()
  for (const month of monthly) {
    const year = month.month.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), month])
  }
  return [...years].map(([year, known]) => ({
    year,
    months: MONTHS.map((_, i) => known.find(({ month }) => Number(month.slice(5, 7)) === i + 1) ?? null),
    total: known.reduce((product, month) => product * (1 + month.return), 1) - 1,
    isWhole: known.length === 12 && known.every(({ whole }) => whole),
  }))
}

/** Mixed with the background, so that the number stays readable in both color schemes. */
function heat(value: number, max: number): string {
  if (value === 0 || max === 0) return 'transparent'
  const share = 8 + 42 * Math.min(1, Math.abs(value) / max)
  return `color-mix(in srgb, var(${value > 0 ? '--buy' : '--sell'}) ${share.toFixed(1)}%, var(--surface-1))`
}

const percent = (fraction: number): string => formatSigned(fraction * 100)

function Cell({ month, max }: { readonly month: MonthOfRun | null; readonly max: number }): ReactElement {
  if (month === null) return <td />
  const title = `${month.month}: ${formatPercent(month.return * 100, 2, true)}, profit ${formatSigned(month.profit)}`
  return (
    <td
      title={month.whole ? title : `${title}; the run covers only part of this month`}
      style={{ background: heat(month.return, max) }}
      data-broken={!month.whole || undefined}
      {...rawFigure(`months.${month.month}.return`, month.return)}
    >
      {percent(month.return)}
      {month.whole ? null : <span aria-label="partial month">*</span>}
    </td>
  )
}

/** Monthly returns in percent, one row per year. */
export function MonthTable({ monthly }: { readonly monthly: readonly MonthOfRun[] }): ReactElement {
  const scroll = useRef<HTMLDivElement>(null)
  useOverflowShadow(scroll)
  const years = yearsOf(monthly)
  // Months before the first one with a value are empty in every year, so scroll past them.
  const first = Math.min(...monthly.map(({ month }) => Number(month.slice(5, 7)) - 1))
  useLayoutEffect(() => {
    const [head, column] = scroll.current?.querySelectorAll<HTMLElement>('thead th') ?? []
    if (scroll.current !== null && head && column) scroll.current.scrollLeft = first * (column.offsetWidth + 1)
  }, [first])
  const max = Math.max(...monthly.map((month) => Math.abs(month.return)))
  const maxOfYear = Math.max(...years.map(({ total }) => Math.abs(total)))
  return (
    <div ref={scroll} className={tables['scroll']} tabIndex={0} role="group" aria-label="Monthly returns">
      <table className={`${classes['months']} num`}>
        <thead>
          <tr>
            <th scope="col">%</th>
            {MONTHS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Year</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months, total, isWhole }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {months.map((month, i) => (
                <Cell key={MONTHS[i]} month={month} max={max} />
              ))}
              <td
                className={classes['total']}
                style={{ background: heat(total, maxOfYear) }}
                {...rawFigure(`years.${year}.return`, total)}
              >
                {percent(total)}
                {isWhole ? null : <span aria-label="partial year">*</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
