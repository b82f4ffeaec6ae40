import type { ReactElement } from 'react'
import { rawFigure } from '../../../../ui/raw-figure.ts'

interface FigureProps {
  /** Where the number is in the API's answer: `statistics.profit`. */
  readonly field: string
  /** The number before it was rounded for display. */
  readonly raw: number | null
  readonly text: string
  readonly tone?: string
}

/** A number of the result with its unrounded value, so that a page can be compared with the API. */
export function Figure({ field, raw, text, tone = '' }: FigureProps): ReactElement {
  return (
    <span className={`num ${tone}`} {...rawFigure(field, raw)}>
      {text}
    </span>
  )
}
