import type { Position } from '@tradeloom/contracts'
import type { ChartSpan, PositionSource, PositionWindow } from './chart-source.ts'

const CHANGES_DELAY_MS = 120

/** Whether a position was open at some time of a span. */
function overlaps({ openTime, closeTime }: Position, { start, end }: ChartSpan): boolean {
  return openTime < end && (closeTime ?? Number.POSITIVE_INFINITY) >= start
}

/** The positions in view; what lies around is requested along, so that small moves need no request. */
export class PositionWindows {
  readonly #source: PositionSource
  #kept: { readonly span: ChartSpan; readonly positions: readonly Position[] } | null = null

  constructor(source: PositionSource) {
    this.#source = source
  }

  /** Calls back after positions have changed; several changes are one. Returns how to end it. */
  follow(onChange: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = this.#source.follow?.(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        onChange()
      }, CHANGES_DELAY_MS)
    })
    return () => {
      stop?.()
      clearTimeout(timer)
    }
  }

  async at(span: ChartSpan, signal: AbortSignal): Promise<PositionWindow> {
    if (this.#source.isLive === true) return this.#source.window(span, signal)
    const kept = this.#kept
    if (kept !== null && kept.span.start <= span.start && kept.span.end >= span.end) return within(kept.positions, span)
    const width = span.end - span.start
    const wide = { start: span.start - width, end: span.end + width }
    const around = await this.#source.window(wide, signal)
    if (around.positions.length < around.count) return this.#source.window(span, signal)
    this.#kept = { span: wide, positions: around.positions }
    return within(around.positions, span)
  }
}

function within(positions: readonly Position[], span: ChartSpan): PositionWindow {
  const inside = positions.filter((position) => overlaps(position, span))
  return { count: inside.length, positions: inside }
}
