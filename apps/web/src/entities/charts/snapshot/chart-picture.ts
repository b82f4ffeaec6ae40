import type { NamedLine } from '../../../charts/price-chart/plot-series.ts'

export interface PictureText {
  readonly title: string
  readonly detail: string
  /** Named in their color, behind the title. */
  readonly lines: readonly NamedLine[]
  /** Below the chart: what a provider of data asks to say; null without such data. */
  readonly credit: string | null
}

const HEAD = 44
const FOOT = 22
const MARGIN = 12
/** Between the title and the names of lines. */
const GAP = 14
const MAX_SIDE = 4096

/** The chart as a PNG with a title above it. */
export async function chartPicture(canvas: HTMLCanvasElement, element: Element, text: PictureText): Promise<Blob> {
  const ratio = devicePixelRatio
  const picture = document.createElement('canvas')
  const height = canvas.height + (HEAD + (text.credit === null ? 0 : FOOT)) * ratio
  const scale = Math.min(1, MAX_SIDE / canvas.width, MAX_SIDE / height)
  picture.width = Math.floor(canvas.width * scale)
  picture.height = Math.floor(height * scale)
  const context = picture.getContext('2d')
  if (context === null) throw new Error('Error creating snapshot. Please try again.')
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(name).trim()
  context.scale(scale, scale)
  context.fillStyle = color('--surface-1')
  context.fillRect(0, 0, canvas.width, height)
  context.drawImage(canvas, 0, HEAD * ratio)
  context.scale(ratio, ratio)
  context.fillStyle = color('--text-1')
  context.font = "600 14px 'Inter Variable', system-ui, sans-serif"
  context.fillText(text.title, MARGIN, 19, canvas.width / ratio - 2 * MARGIN)
  let x = MARGIN + context.measureText(text.title).width
  context.font = "12px 'Inter Variable', system-ui, sans-serif"
  for (const { name, color: own } of text.lines) {
    context.fillStyle = own
    context.fillText(name, x + GAP, 19)
    x += GAP + context.measureText(name).width
  }
  context.fillStyle = color('--text-2')
  context.fillText(text.detail, MARGIN, 36, canvas.width / ratio - 2 * MARGIN)
  if (text.credit !== null) {
    context.font = "11px 'Inter Variable', system-ui, sans-serif"
    context.fillText(text.credit, MARGIN, height / ratio - 8, canvas.width / ratio - 2 * MARGIN)
  }
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => {
      if (blob === null) reject(new Error('Error creating snapshot. Please try again.'))
      else resolve(blob)
    }, 'image/png')
  })
}
