import type { Axis } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'
import { cellRange } from './cell-range.ts'
import type { HeatGrid } from './heat-grid.ts'
import type { Surface } from './surface.ts'
import type { ValueColors } from './value-colors.ts'

const LEFT = 58
const BOTTOM = 36
const MARGIN = 10
/** Smaller cells have no gap between them. */
const SMALL = 6
const SHADES = 256
/** Tested, but without a result. */
const NO_VALUE = 'rgb(128, 128, 128)'

export interface HeatPlace {
  readonly x: (position: number) => number
  readonly y: (position: number) => number
  readonly cellWidth: number
  readonly cellHeight: number
  /** The position under a spot, or null outside. */
  readonly cellAt: (left: number, top: number) => readonly [number, number] | null
}

/** Positions grow to the right and upward. */
export function heatPlace(grid: HeatGrid, width: number, height: number): HeatPlace {
  const cellWidth = Math.max(0.1, (width - LEFT - MARGIN) / grid.width)
  const cellHeight = (height - BOTTOM - MARGIN) / grid.height
  return {
    x: (position) => LEFT + position * cellWidth,
    y: (position) => height - BOTTOM - (position + 1) * cellHeight,
    cellWidth,
    cellHeight,
    cellAt: (left, top) => {
      const [x, y] = [Math.floor((left - LEFT) / cellWidth), Math.floor((height - BOTTOM - top) / cellHeight)]
      return x >= 0 && x < grid.width && y >= 0 && y < grid.height ? [x, y] : null
    },
  }
}

export function drawHeatMap(
  surface: Surface,
  grid: HeatGrid,
  { x: xAxis, y: yAxis }: { readonly x: Axis; readonly y: Axis },
  colors: ValueColors,
): void {
  const place = heatPlace(grid, surface.width, surface.height)
  if (Math.min(place.cellWidth, place.cellHeight) > SMALL) drawCells(surface, place, grid, colors)
  else drawPicture(surface, place, grid, colors)
  labels(surface, place, grid, { x: xAxis, y: yAxis })
}

function drawCells(surface: Surface, place: HeatPlace, grid: HeatGrid, colors: ValueColors): void {
  const { context, colors: theme } = surface
  const hatched = hatch(surface) ?? theme.grid
  for (const [cell, value] of grid.values.entries()) {
    const isTested = (grid.counts[cell] ?? 0) > 0
    context.fillStyle = !isTested ? hatched : Number.isNaN(value) ? NO_VALUE : colors.colorOf(value)
    const [left, top] = [place.x(cell % grid.width), place.y(Math.floor(cell / grid.width))]
    context.fillRect(left, top, place.cellWidth - 1, place.cellHeight - 1)
  }
}

/** A pixel for each cell, stretched: 100,000 rectangles would take a quarter of a second. */
function drawPicture(surface: Surface, place: HeatPlace, grid: HeatGrid, colors: ValueColors): void {
  const { context } = surface
  const picture = document.createElement('canvas')
  picture.width = grid.width
  picture.height = grid.height
  const pen = picture.getContext('2d')
  if (!pen) return
  const image = pen.createImageData(grid.width, grid.height)
  const shades = Array.from({ length: SHADES }, (_, k) =>
    parts(colors.colorOf(colors.low + ((colors.high - colors.low) * k) / (SHADES - 1))),
  )
  for (const [cell, value] of grid.values.entries()) {
    if ((grid.counts[cell] ?? 0) === 0) continue
    const share = (value - colors.low) / (colors.high - colors.low)
    const shade = shades[Math.round(Math.min(1, Math.max(0, share)) * (SHADES - 1))] ?? parts(NO_VALUE)
    const row = grid.height - 1 - Math.floor(cell / grid.width)
    image.data.set(shade, 4 * (row * grid.width + (cell % grid.width)))
  }
  pen.putImageData(image, 0, 0)
  const [left, top] = [place.x(0), place.y(grid.height - 1)]
  const [width, height] = [grid.width * place.cellWidth, grid.height * place.cellHeight]
  // Visible where nothing was tested: there the picture is transparent.
  context.fillStyle = hatch(surface) ?? surface.colors.grid
  context.fillRect(left, top, width, height)
  context.imageSmoothingEnabled = false
  context.drawImage(picture, left, top, width, height)
}

/** Red, green, blue and opacity of `rgb(1, 2, 3)`, as scales write colors. */
function parts(color: string): [number, number, number, number] {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue, 255]
}

function hatch({ context, colors }: Surface): CanvasPattern | null {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const pen = tile.getContext('2d')
  if (!pen) return null
  pen.strokeStyle = colors.text
  pen.globalAlpha = 0.45
  pen.beginPath()
  pen.moveTo(-1, 7)
  pen.lineTo(7, -1)
  pen.stroke()
  return context.createPattern(tile, 'repeat')
}

function labels(
  surface: Surface,
  place: HeatPlace,
  grid: HeatGrid,
  axes: { readonly x: Axis; readonly y: Axis },
): void {
  const { context, width, height, colors } = surface
  const { x: xAxis, y: yAxis } = axes
  const text = (axis: Axis, cell: number, step: number): string =>
    formatPlain(axis.valueAt(cellRange(axis.size, cell, step)[0]), 4)
  context.fillStyle = colors.text
  context.textAlign = 'center'
  context.textBaseline = 'top'
  for (const cell of spaced(grid.width, Math.max(2, Math.floor((width - LEFT) / 56)))) {
    context.fillText(text(xAxis, cell, grid.xStep), place.x(cell) + place.cellWidth / 2, height - BOTTOM + 5)
  }
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const cell of spaced(grid.height, Math.max(2, Math.floor(height / 28)))) {
    context.fillText(text(yAxis, cell, grid.yStep), LEFT - 6, place.y(cell) + place.cellHeight / 2)
  }
  context.textBaseline = 'bottom'
  context.fillStyle = colors.strong
  context.fillText(`${xAxis.name} →`, width - MARGIN, height - 2)
  context.textAlign = 'left'
  context.fillText(`↑ ${yAxis.name}`, 4, height - 2)
}

/** Up to `count` positions, the same distance apart. */
function spaced(size: number, count: number): number[] {
  const step = Math.max(1, Math.ceil(size / count))
  return Array.from({ length: Math.ceil(size / step) }, (_, k) => k * step)
}
