import type { MonthOfRun } from '@tradeloom/contracts'
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { formatPercent, formatSigned } from '../../../../ui/format.ts'
import { useMoreHint } from '../../../../ui/use-overflow-shadow.ts'
import classes from './month-table.module.css'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Year {
  readonly year: string
  readonly months: readonly (MonthOfRun | null)[]
  readonly total: number
  readonly isWhole: boolean
}

/** Years with twelve places each; a year's return is that of its months one after the other. */
export function yearsOf(monthly: readonly MonthOfRun[]): Year[] {
  const years = new Map<string, MonthOfRun[]>()
  for (const month of monthly) {
    const year = month.month.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), month])
  }
  return [...years].map(([year, known]) => ({
    year,
    months: MONTHS.map((_, at) => known.find(({ month }) => Number(month.slice(5, 7)) === at + 1) ?? null),
    total: known.reduce((product, month) => product * (1 + month.return), 1) - 1,
    isWhole: known.length === 12 && known.every(({ whole }) => whole),
  }))
}

/** Mixed into the ground, so that the number on it can be read in both schemes. */
function heat(value: number, most: number): string {
  if (value === 0 || most === 0) return 'transparent'
  const share = 8 + 42 * Math.min(1, Math.abs(value) / most)
  return `color-mix(in srgb, var(${value > 0 ? '--buy' : '--sell'}) ${share.toFixed(1)}%, var(--surface-1))`
}

const percent = (fraction: number): string => formatSigned(fraction * 100)

function Cell({ month, most }: { readonly month: MonthOfRun | null; readonly most: number }): ReactElement {
  if (month === null) return <td />
  const title = `${month.month}: ${formatPercent(month.return * 100, 2, true)}, profit ${formatSigned(month.profit)}`
  return (
    <td
      title={month.whole ? title : `${title}; the run saw only a part of this month`}
      style={{ background: heat(month.return, most) }}
      data-broken={!month.whole || undefined}
    >
      {percent(month.return)}
      {month.whole ? null : <span aria-label="a part of the month">*</span>}
    </td>
  )
}

/** Monthly returns in per cent, a row for each year. */
export function MonthTable({ monthly }: { readonly monthly: readonly MonthOfRun[] }): ReactElement {
  const scroll = useRef<HTMLDivElement>(null)
  useMoreHint(scroll)
  const years = yearsOf(monthly)
  // The months before the first one with a value are empty in every year: no reason to begin there.
  const first = Math.min(...monthly.map(({ month }) => Number(month.slice(5, 7)) - 1))
  useLayoutEffect(() => {
    const [head, column] = scroll.current?.querySelectorAll<HTMLElement>('thead th') ?? []
    if (scroll.current !== null && head && column) scroll.current.scrollLeft = first * (column.offsetWidth + 1)
  }, [first])
  const most = Math.max(...monthly.map((month) => Math.abs(month.return)))
  const mostOfYear = Math.max(...years.map(({ total }) => Math.abs(total)))
  return (
    <div ref={scroll} className={classes['scroll']} tabIndex={0} role="group" aria-label="Monthly returns">
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
              {months.map((month, at) => (
                <Cell key={MONTHS[at]} month={month} most={most} />
              ))}
              <td className={classes['total']} style={{ background: heat(total, mostOfYear) }}>
                {percent(total)}
                {isWhole ? null : <span aria-label="a part of the year">*</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
