import type { Axis } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'
import { cellRange } from './cell-range.ts'
import type { HeatGrid } from './heat-grid.ts'
import type { Surface } from './surface.ts'
import type { ValueColors } from './value-colors.ts'

const LEFT = 58
const BOTTOM = 36
const MARGIN = 10

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
  const { context } = surface
  const place = heatPlace(grid, surface.width, surface.height)
  const gap = Math.min(place.cellWidth, place.cellHeight) > 6 ? 1 : 0
  const hatched = hatch(surface)
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const value = grid.values[y * grid.width + x] as number
      const isTested = (grid.counts[y * grid.width + x] ?? 0) > 0
      context.fillStyle = Number.isNaN(value)
        ? isTested
          ? surface.colors.label
          : (hatched ?? surface.colors.grid)
        : colors.colorOf(value)
      context.fillRect(
        place.x(x),
        place.y(y),
        Math.max(1, place.cellWidth - gap) + (gap === 0 ? 0.5 : 0),
        Math.max(1, place.cellHeight - gap) + (gap === 0 ? 0.5 : 0),
      )
    }
  }
  labels(surface, place, grid, { x: xAxis, y: yAxis })
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
