import type { ReactElement } from 'react'
import { type RawFigure, rawFigure } from '../ui/raw-figure.ts'
import classes from './donut.module.css'

export interface DonutPart {
  readonly name: string
  /** Its size; the sign is shown by the tone. */
  readonly value: number
  readonly tone: 'gain' | 'loss' | 'neutral'
}

interface DonutProps {
  readonly label: string
  /** What it means, on hover. */
  readonly title?: string | undefined
  /** In the middle. */
  readonly value: string
  /** 'gain', 'loss' or ''. */
  readonly tone?: string
  readonly parts: readonly DonutPart[]
  /** Where the value is in the answers of the API, and the value there; see `rawFigure`. */
  readonly field?: string
  readonly raw?: RawFigure
}

const RADIUS = 42
const LENGTH = 2 * Math.PI * RADIUS
/** Between two parts, in units of the length. */
const GAP = 2

/** A figure inside a ring of the parts it consists of; an empty ring if there are none. */
export function Donut({ label, title, value, tone = '', parts, field, raw }: DonutProps): ReactElement {
  const shown = parts.filter((part) => part.value !== 0)
  const total = shown.reduce((sum, part) => sum + Math.abs(part.value), 0)
  const gap = shown.length > 1 ? GAP : 0
  const text = shown.map((part) => part.name).join(', ')
  return (
    <figure
      className={classes['donut']}
      title={title}
      aria-label={text === '' ? `${label}: ${value}` : `${label}: ${value} (${text})`}
    >
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx={50} cy={50} r={RADIUS} className={classes['ring'] ?? ''} />
        {shown.map((part, index) => {
          const length = (Math.abs(part.value) / total) * LENGTH
          const before = shown.slice(0, index).reduce((sum, one) => sum + Math.abs(one.value), 0)
          return (
            <circle
              key={part.name}
              cx={50}
              cy={50}
              r={RADIUS}
              className={classes['part'] ?? ''}
              data-tone={part.tone}
              strokeDasharray={`${Math.max(0.5, length - gap)} ${LENGTH}`}
              strokeDashoffset={(-before / total) * LENGTH}
            >
              <title>{part.name}</title>
            </circle>
          )
        })}
      </svg>
      <strong className={`num ${classes['value']} ${tone}`} aria-hidden {...rawFigure(field, raw)}>
        {value}
      </strong>
      <figcaption aria-hidden>{label}</figcaption>
    </figure>
  )
}
