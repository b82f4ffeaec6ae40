import { Stack } from '@mantine/core'
import type { DayGrade, Defect } from '@tradeloom/contracts'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactElement, useMemo, useState } from 'react'
import { cellLevel, cellText, LEVEL_NAMES, type QualityCell, qualityRows, shareText } from './quality-cells.ts'
import classes from './quality-timeline.module.css'

interface QualityTimelineProps {
  readonly label: string
  readonly days: readonly DayGrade[]
  readonly defects: readonly Defect[]
  /** What is counted: `M1 bars`, `minutes`. */
  readonly slot: string
}

interface Place {
  readonly row: number
  readonly column: number
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
}

/** The position of an event's cell. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  const [row, column] = (cell?.dataset['place'] ?? '').split(' ').map(Number)
  return row === undefined || column === undefined || Number.isNaN(column) ? null : { row, column }
}

/**
 * A cell per day (per week for years of data), colored by quality. Hovering over a cell, tapping it or moving to it with
 * the arrow keys shows its details below.
 */
export function QualityTimeline({ label, days, defects, slot }: QualityTimelineProps): ReactElement {
  const { unit, columns, rows } = useMemo(() => qualityRows(days), [days])
  const [active, setActive] = useState<Place | null>(null)
  const at = ({ row, column }: Place): QualityCell | null => rows[row]?.cells[column] ?? null
  const shown = active === null ? null : at(active)
  const home = { row: 0, column: rows[0]?.cells.findIndex((cell) => cell !== null) ?? 0 }
  const entry = active !== null && shown !== null ? active : home

  const choose = (event: PointerEvent | FocusEvent): void => {
    const place = placeOf(event.target)
    if (place !== null) setActive(place)
  }
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const from = placeOf(event.target)
    if (from === null) return
    const next = nextPlace(from, event.key, rows)
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-place='${next.row} ${next.column}']`)?.focus()
  }
  return (
    <Stack gap={8} miw={0}>
      <div
        role="grid"
        aria-label={`${label}; one cell per ${unit}`}
        className={classes['grid']}
        onPointerOver={choose}
        onPointerDown={choose}
        onFocus={choose}
        onKeyDown={walk}
      >
        {rows.map((row, rowIndex) => (
          <div key={row.label} role="row" className={classes['row']}>
            <span role="rowheader" className={classes['label']}>
              {row.label}
            </span>
            <div className={classes['cells']} role="presentation" style={{ '--columns': columns } as object}>
              {row.cells.map((cell, column) => {
                if (cell === null) return <i key={column} aria-hidden />
                const isEntry = rowIndex === entry.row && column === entry.column
                return (
                  <span
                    key={column}
                    role="gridcell"
                    className={classes['cell']}
                    data-level={cellLevel(cell) ?? 'closed'}
                    data-place={`${rowIndex} ${column}`}
                    data-active={(active !== null && isEntry) || undefined}
                    tabIndex={isEntry ? 0 : -1}
                    aria-label={cellText(cell, unit, slot, defects)}
                  />
                )
              })}
            </div>
            <span role="gridcell" className={classes['share']}>
              {shareText(row.good, row.expected)}
            </span>
          </div>
        ))}
      </div>
      <p className={classes['text']} aria-hidden>
        {shown === null ? `Hover over a ${unit} for details.` : cellText(shown, unit, slot, defects)}
      </p>
      <QualityKey />
    </Stack>
  )
}

/** The cell that a key moves to, across the ends of rows; null for other keys. */
function nextPlace(from: Place, key: string, rows: ReturnType<typeof qualityRows>['rows']): Place | null {
  const isThere = ({ row, column }: Place): boolean => Boolean(rows[row]?.cells[column])
  if (key === 'Home' || key === 'End') {
    const cells = rows[from.row]?.cells ?? []
    const column = key === 'Home' ? cells.findIndex((cell) => cell !== null) : cells.length - 1
    return { row: from.row, column }
  }
  const step = STEPS[key]
  if (step === undefined) return null
  const next = { row: from.row + step.row, column: from.column + step.column }
  if (isThere(next)) return next
  const other = rows[next.row + step.column]
  if (step.column === 0 || other === undefined) return null
  const column = step.column > 0 ? other.cells.findIndex((cell) => cell !== null) : other.cells.length - 1
  return { row: next.row + step.column, column }
}

/** Legend of the colors. */
export function QualityKey(): ReactElement {
  return (
    <ul className={classes['key']} aria-label="Legend">
      {LEVEL_NAMES.map((name, level) => (
        <li key={name}>
          <i className={classes['cell']} data-level={level} aria-hidden />
          {name}
        </li>
      ))}
      <li>
        <i className={classes['cell']} data-level="closed" aria-hidden />
        Closed
      </li>
    </ul>
  )
}

/** A colored mark before a percentage. */
export function QualityMark({ level }: { readonly level: number }): ReactElement {
  return <i className={`${classes['cell']} ${classes['mark']}`} data-level={level} aria-hidden />
}
