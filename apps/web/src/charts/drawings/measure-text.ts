import type { DrawingSurface } from './drawing-surface.ts'
import type { Figure } from './drawing-tools.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What a measurement says: the change of the price, and how long it took. Nothing for other figures. */
export function measureText(
  { kind, points: [from, to] }: Pick<Figure, 'kind' | 'points'>,
  { precision, barsBetween }: Pick<DrawingSurface, 'precision' | 'barsBetween'>,
): string[] {
  if (kind !== 'measure' || from === undefined || to === undefined) return []
  const change = to.price - from.price
  const percent = from.price === 0 ? '' : ` (${signed((100 * change) / from.price, 2)} %)`
  const bars = Math.abs(barsBetween(from, to))
  return [
    `${signed(change, precision)}${percent}`,
    `${bars} ${bars === 1 ? 'bar' : 'bars'}, ${durationOf(Math.abs(to.time - from.time))}`,
  ]
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? '−' : '+'}${text}`
}

function durationOf(ms: number): string {
  const [days, hours, minutes] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR), Math.round((ms % HOUR) / MINUTE)]
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'min'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return shown.length === 0 ? '0 min' : shown.join(' ')
}
