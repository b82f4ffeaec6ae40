import type { CSSProperties, ReactElement } from 'react'
import classes from './compare.module.css'

const COLORS = [
  'var(--accent)',
  'var(--quality-1)',
  'var(--quality-4)',
  'var(--warn)',
  'var(--info)',
  'var(--text-2)',
] as const

/** The color of a run in the chart and in the tables. */
export function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0]
}

/** Letters stand for the runs everywhere on the page. */
export function letterOf(index: number): string {
  return String.fromCodePoint(65 + index)
}

/** The letter of a run in its color. */
export function RunMark({ index }: { readonly index: number }): ReactElement {
  return (
    <b className={`${classes['mark']} inline`} style={{ '--run': colorOf(index) } as CSSProperties}>
      {letterOf(index)}
    </b>
  )
}
