import type { BacktestCharts } from '@tradeloom/contracts'

export interface PictureFigure {
  readonly name: string
  readonly text: string
  readonly tone: 'plain' | 'gain' | 'loss'
}

export interface ResultPicture {
  readonly title: string
  readonly detail: string
  readonly figures: readonly PictureFigure[]
  readonly curve: Pick<BacktestCharts['equityCurve'], 'time' | 'equity' | 'drawdown'>
  readonly isSimulated: boolean
}

/** What link previews of other sites show whole. */
export const PICTURE = { width: 1200, height: 630 } as const
const MARGIN = 56
const FIGURES_TOP = 138
const CHART = { top: 258, height: 232 } as const
const DRAWDOWN = { top: 506, height: 56 } as const
const COLORS = {
  background: '#0b0e14',
  line: '#232a38',
  text: '#e6e9f0',
  faint: '#a3adc2',
  accent: '#4c8dff',
  gain: '#26c281',
  loss: '#ff5c6c',
  plain: '#e6e9f0',
} as const
const FONT = "'Inter Variable', system-ui, sans-serif"

/** Draws the headline figures and the equity curve of a result, as a dark picture whatever the page looks like. */
export async function drawPicture(picture: ResultPicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE.width
  canvas.height = PICTURE.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw pictures')
  await document.fonts.ready
  context.fillStyle = COLORS.background
  context.fillRect(0, 0, PICTURE.width, PICTURE.height)
  drawHead(context, picture)
  drawFigures(context, picture.figures)
  drawCurve(context, picture.curve)
  drawDrawdown(context, picture.curve)
  drawFoot(context, picture)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)), 'image/png')
  })
}

function drawHead(context: CanvasRenderingContext2D, { title, detail }: ResultPicture): void {
  context.textBaseline = 'alphabetic'
  context.fillStyle = COLORS.text
  context.font = `600 38px ${FONT}`
  context.fillText(shortened(context, title, PICTURE.width - 2 * MARGIN), MARGIN, 74)
  context.fillStyle = COLORS.faint
  context.font = `22px ${FONT}`
  context.fillText(shortened(context, detail, PICTURE.width - 2 * MARGIN), MARGIN, 110)
}

/** Names are written by users and may be long. */
function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let length = text.length
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > width) length--
  return `${text.slice(0, length)}…`
}

function drawFigures(context: CanvasRenderingContext2D, figures: readonly PictureFigure[]): void {
  const width = (PICTURE.width - 2 * MARGIN) / Math.max(1, figures.length)
  for (const [index, { name, text, tone }] of figures.entries()) {
    const x = MARGIN + index * width
    context.fillStyle = COLORS.faint
    context.font = `19px ${FONT}`
    context.fillText(name, x, FIGURES_TOP + 24)
    context.fillStyle = COLORS[tone]
    context.font = `600 36px ${FONT}`
    context.fillText(shortened(context, text, width - 12), x, FIGURES_TOP + 68)
  }
}

type Curve = ResultPicture['curve']

/** Pixels of a value at a time: one point for each column of the picture at most twice, its lowest and highest. */
function pixels(time: Curve['time'], values: readonly number[], y: (value: number) => number): [number, number][] {
  const [first, last] = [time[0] ?? 0, time.at(-1) ?? 0]
  const scale = (PICTURE.width - 2 * MARGIN) / (last - first || 1)
  const columns = new Map<number, [number, number]>()
  for (const [row, at] of time.entries()) {
    const column = Math.round(MARGIN + (at - first) * scale)
    const value = values[row] as number
    // Until then the value stays what it was.
    const before = values[Math.max(0, row - 1)] as number
    if (row > 0 && !columns.has(column) && !columns.has(column - 1)) columns.set(column - 1, [before, before])
    const [low, high] = columns.get(column) ?? [value, value]
    columns.set(column, [Math.min(low, value), Math.max(high, value)])
  }
  return [...columns].flatMap(([x, [low, high]]): [number, number][] =>
    low === high
      ? [[x, y(low)]]
      : [
          [x, y(low)],
          [x, y(high)],
        ],
  )
}

function trace(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  context.beginPath()
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function drawCurve(context: CanvasRenderingContext2D, { time, equity }: Curve): void {
  const low = equity.reduce((least, value) => Math.min(least, value), Infinity)
  const high = equity.reduce((most, value) => Math.max(most, value), -Infinity)
  const bottom = CHART.top + CHART.height
  const y = (value: number): number => bottom - ((value - low) / (high - low || 1)) * CHART.height
  const points = pixels(time, equity, y)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  trace(context, points)
  context.lineTo(last[0], bottom)
  context.lineTo(first[0], bottom)
  context.closePath()
  const fill = context.createLinearGradient(0, CHART.top, 0, bottom)
  fill.addColorStop(0, `${COLORS.accent}59`)
  fill.addColorStop(1, `${COLORS.accent}00`)
  context.fillStyle = fill
  context.fill()
  trace(context, points)
  context.strokeStyle = COLORS.accent
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.stroke()
}

/** Below the curve, hanging from its zero. */
function drawDrawdown(context: CanvasRenderingContext2D, { time, drawdown }: Curve): void {
  const deepest = drawdown.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  context.fillStyle = COLORS.line
  context.fillRect(MARGIN, DRAWDOWN.top, PICTURE.width - 2 * MARGIN, 1)
  if (deepest === 0) return
  const y = (value: number): number => DRAWDOWN.top + (Math.abs(value) / deepest) * DRAWDOWN.height
  const points = pixels(time, drawdown, y)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  trace(context, points)
  context.lineTo(last[0], DRAWDOWN.top)
  context.lineTo(first[0], DRAWDOWN.top)
  context.closePath()
  context.fillStyle = `${COLORS.loss}99`
  context.fill()
}

function drawFoot(context: CanvasRenderingContext2D, { isSimulated }: ResultPicture): void {
  context.fillStyle = COLORS.faint
  context.font = `18px ${FONT}`
  context.fillText('Equity and drawdown', MARGIN, PICTURE.height - 28)
  const note = isSimulated ? 'Backtest on simulated prices · Tradeloom' : 'Backtest · Tradeloom'
  context.textAlign = 'right'
  context.fillText(note, PICTURE.width - MARGIN, PICTURE.height - 28)
  context.textAlign = 'left'
}
