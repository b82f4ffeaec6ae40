import { BAR_INTERVALS, type BarInterval } from '@tradeloom/domain'
import { z } from 'zod'
import { CHART_SIDES } from '../../charts/price-chart/chart-source.ts'
import { CHART_TYPES } from '../../charts/price-chart/main-series.ts'

/** Smaller ones would show nothing; in pixels. */
export const MIN_WIDTH = 500
export const MIN_HEIGHT = 200
/** Periods of embedded charts begin then or later. */
export const FIRST_DAY = '2013-12-01'

/** UTC milliseconds. */
const time = z.coerce.number().int().min(Date.parse(FIRST_DAY)).optional().catch(undefined)

/** What the address of an embedded chart says; whatever cannot be read has its default. */
export const embedded = z.object({
  instrumentId: z.string().max(64).default('EURUSD:SIM').catch('EURUSD:SIM'),
  interval: z
    .enum(BAR_INTERVALS as unknown as readonly [BarInterval])
    .default('M15')
    .catch('M15'),
  side: z.enum(CHART_SIDES).default('bid').catch('bid'),
  type: z.enum(CHART_TYPES).default('candlestick').catch('candlestick'),
  /** Without a period, the chart moves with the market. */
  start: time,
  end: time,
})
export type Embedded = z.output<typeof embedded>

interface Frame {
  readonly width: number
  readonly height: number
  readonly title: string
}

/** The code that shows a chart in a page elsewhere. */
export function embedCode(origin: string, chart: Embedded, { width, height, title }: Frame): string {
  return `<iframe src="${escaped(embedAddress(origin, chart))}" title="${escaped(title)}" width="${width}" height="${height}" style="border: 0" loading="lazy"></iframe>`
}

export function embedAddress(origin: string, chart: Embedded): string {
  const values = Object.entries(chart).filter(([, value]) => value !== undefined)
  return `${origin}/embed/chart?${new URLSearchParams(values.map(([name, value]) => [name, String(value)]))}`
}

export function readAddress(search: string): Embedded {
  return embedded.parse(Object.fromEntries(new URLSearchParams(search)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
