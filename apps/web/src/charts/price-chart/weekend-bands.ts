import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { PanePrimitive, type PaneScales } from '../pane-primitive.ts'
import { barIndexAt, type PriceRow, rowTime } from './price-bars.ts'

/** Edges of a band, as fractional bar indexes: a bar reaches from half before its index to half after it. */
export interface WeekendBand {
  readonly from: number
  readonly to: number
}

const DAY = 86_400_000
const WEEK = 7 * DAY
/** 1970-01-02 was a Friday; weekends start at 22:00 UTC and last two days. */
const FIRST_FRIDAY_22 = DAY + 22 * 3_600_000
const WEEKEND = 2 * DAY

/** Weekends from Friday 22:00 to Sunday 22:00 UTC between the first and the last bar. */
export function weekendBands(rows: readonly PriceRow[], interval: BarInterval): WeekendBand[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return []
  const { ms } = INTERVALS[interval]
  const place = (time: number): number => {
    const index = barIndexAt(rows, time)
    const row = rows[index]
    return row === undefined ? -0.5 : index - 0.5 + Math.min(1, (time - rowTime(row)) / ms)
  }
  const bands: WeekendBand[] = []
  const end = rowTime(last) + ms
  let friday = FIRST_FRIDAY_22 + Math.floor((rowTime(first) - FIRST_FRIDAY_22) / WEEK) * WEEK
  for (; friday < end; friday += WEEK) {
    const band = { from: place(friday), to: place(friday + WEEKEND) }
    // A weekend before the first bar or after the last one has no place.
    if (friday + WEEKEND > rowTime(first) && band.from < rows.length - 0.5) bands.push(band)
  }
  return bands
}

/** Shades weekends; where the market has no bars between, a line separates the weeks. */
export class WeekendBandsPrimitive extends PanePrimitive<WeekendBand> {
  readonly #color: string

  constructor(color: string) {
    super()
    this.#color = color
  }

  override zOrder(): 'bottom' {
    return 'bottom'
  }

  protected paint(context: CanvasRenderingContext2D, bands: readonly WeekendBand[], scales: PaneScales): void {
    const { toX, view, height } = scales
    context.fillStyle = this.#color
    for (const { from, to } of bands) {
      if (to < view.from - 1 || from > view.to + 1) continue
      const [left, right] = [toX(from), toX(to)]
      if (left === null || right === null) continue
      context.globalAlpha = right - left < 1 ? 1 : 0.5
      context.fillRect(left, 0, Math.max(1, right - left), height)
    }
  }
}
