import type { Surface } from './surface.ts'

/** How often a spot is counted: more points there change nothing that could be seen. */
const MAX_HITS = 255

/**
 * Points as squares whose color grows stronger where they lie upon each other. Counted in memory and drawn as one picture:
 * 100,000 rectangles would take a quarter of a second.
 */
export function drawDensity(
  { context, width, height }: Surface,
  { color, opacity, size }: { readonly color: string; readonly opacity: number; readonly size: number },
  eachPoint: (mark: (left: number, top: number) => void) => void,
): void {
  const ratio = window.devicePixelRatio || 1
  const [columns, rows] = [Math.ceil(width * ratio), Math.ceil(height * ratio)]
  const side = Math.max(1, Math.round(size * ratio))
  const hits = new Uint8Array(columns * rows)
  eachPoint((left, top) => {
    const [x, y] = [Math.round(left * ratio - side / 2), Math.round(top * ratio - side / 2)]
    if (x < 0 || y < 0 || x + side > columns || y + side > rows) return
    for (let row = y; row < y + side; row++) {
      for (let place = row * columns + x; place < row * columns + x + side; place++) {
        if ((hits[place] as number) < MAX_HITS) hits[place] = (hits[place] as number) + 1
      }
    }
  })
  const picture = document.createElement('canvas')
  picture.width = columns
  picture.height = rows
  const pen = picture.getContext('2d')
  if (!pen) return
  const image = pen.createImageData(columns, rows)
  // As points of this opacity look that are drawn one after the other.
  const alphas = Uint8Array.from({ length: MAX_HITS + 1 }, (_, count) => 255 * (1 - (1 - opacity) ** count))
  for (let place = 0; place < hits.length; place++) image.data[4 * place + 3] = alphas[hits[place] as number] as number
  pen.putImageData(image, 0, 0)
  pen.globalCompositeOperation = 'source-in'
  pen.fillStyle = color
  pen.fillRect(0, 0, columns, rows)
  context.drawImage(picture, 0, 0, columns / ratio, rows / ratio)
}
