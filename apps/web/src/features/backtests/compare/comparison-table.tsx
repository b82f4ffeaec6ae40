import { type ReactElement, useRef } from 'react'
import { useOverflowShadow } from '../../../ui/use-overflow-shadow.ts'
import classes from './compare.module.css'
import { RunMark } from './run-marks.tsx'
import tables from '../../../ui/table.module.css'

export interface ComparisonRow {
  readonly name: string
  /** One value for each run, in their order. */
  readonly values: readonly string[]
  /** Second lines, such as confidence intervals; empty ones are left out. */
  readonly details?: readonly string[]
  /** Indexes of the best values; none when it does not matter. */
  readonly best?: ReadonlySet<number>
}

interface ComparisonTableProps {
  readonly label: string
  /** How many runs there are. */
  readonly count: number
  readonly rows: readonly ComparisonRow[]
}

/** A row for each input or metric, a column for each run. */
export function ComparisonTable({ label, count, rows }: ComparisonTableProps): ReactElement {
  const scroll = useRef<HTMLDivElement>(null)
  useOverflowShadow(scroll)
  const runs = Array.from({ length: count }, (_, index) => index)
  return (
    <div ref={scroll} className={tables['scroll']} role="group" aria-label={label} tabIndex={0}>
      <table className={`${tables['table']} ${classes['comparison']}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {runs.map((index) => (
              <th key={index} scope="col">
                <RunMark index={index} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, details, best }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {runs.map((index) => (
                <td key={index} className="num" data-best={best?.has(index) || undefined}>
                  {values[index]}
                  {best?.has(index) ? <span className="visually-hidden"> (best)</span> : null}
                  {details?.[index] ? <span className={classes['detail']}>{details[index]}</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
