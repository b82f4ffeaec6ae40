import type { Axis } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'
import type { HeatGrid } from './heat-grid.ts'
import type { Surface } from './surface.ts'
import type { ValueColors } from './value-colors.ts'

/** Angles in radians. */
export interface View {
  readonly turn: number
  readonly tilt: number
}

/** More cells than this along an axis are merged: their pictures would be smaller than a few pixels. */
const MAX_CELLS = 48

type Corner = readonly [x: number, y: number, z: number]
type Projected = readonly [left: number, top: number, depth: number]

interface Labels {
  readonly x: Axis
  readonly y: Axis
}

/** The values of a grid as a landscape, the farthest cells first. Cells with a corner that was not tested stay open. */
export function drawSurface(surface: Surface, grid: HeatGrid, colors: ValueColors, view: View, labels: Labels): void {
  const { context } = surface
  const { values, width, height } = merged(grid)
  const span = colors.high - colors.low
  const project = projection(surface, view)
  const cornerOf = (x: number, y: number): Corner => {
    const value = values[y * width + x] as number
    return [x / Math.max(1, width - 1) - 0.5, y / Math.max(1, height - 1) - 0.5, (value - colors.low) / span - 0.5]
  }
  drawFloor(surface, project, labels)
  const cells: { corners: Projected[]; depth: number; value: number }[] = []
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const corners = [cornerOf(x, y), cornerOf(x + 1, y), cornerOf(x + 1, y + 1), cornerOf(x, y + 1)]
      if (corners.some(([, , z]) => Number.isNaN(z))) continue
      const projected = corners.map(project)
      const value = corners.reduce((sum, [, , z]) => sum + z, 0) / 4
      const depth = projected.reduce((sum, [, , far]) => sum + far, 0)
      cells.push({ corners: projected, depth, value: (value + 0.5) * span + colors.low })
    }
  }
  cells.sort((a, b) => a.depth - b.depth)
  context.lineWidth = 0.6
  for (const { corners, value } of cells) {
    context.fillStyle = colors.colorOf(value)
    context.strokeStyle = surface.colors.background
    context.beginPath()
    for (const [left, top] of corners) context.lineTo(left, top)
    context.closePath()
    context.fill()
    context.stroke()
  }
}

function projection({ width, height }: Surface, { turn, tilt }: View): (corner: Corner) => Projected {
  const size = Math.min(width * 0.54, height * 0.86)
  return ([x, y, z]) => {
    const [east, north] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)]
    const up = z * 0.55
    const top = height / 2 - 4 - (north * Math.sin(tilt) + up * Math.cos(tilt)) * size
    return [width / 2 + east * size, top, -north * Math.cos(tilt) + up * Math.sin(tilt)]
  }
}

function drawFloor({ context, colors }: Surface, project: (corner: Corner) => Projected, { x, y }: Labels): void {
  const floor = [
    [-0.5, -0.5, -0.5],
    [0.5, -0.5, -0.5],
    [0.5, 0.5, -0.5],
    [-0.5, 0.5, -0.5],
  ] as const
  context.strokeStyle = colors.text
  context.lineWidth = 1
  context.beginPath()
  for (const corner of floor) {
    const [left, top] = project(corner)
    context.lineTo(left, top)
  }
  context.closePath()
  context.stroke()
  context.fillStyle = colors.text
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const write = (text: string, corner: Corner): void => {
    const [left, top] = project(corner)
    context.fillText(text, left, top)
  }
  const last = (axis: Axis): number => axis.valueAt(axis.size - 1)
  write(formatPlain(x.valueAt(0), 4), [-0.5, -0.58, -0.5])
  write(`${x.name} →`, [0, -0.62, -0.5])
  write(formatPlain(last(x), 4), [0.5, -0.58, -0.5])
  write(formatPlain(y.valueAt(0), 4), [-0.6, -0.5, -0.5])
  write(`${y.name} →`, [-0.66, 0, -0.5])
  write(formatPlain(last(y), 4), [-0.6, 0.5, -0.5])
}

/** Means of neighboring cells, so that at most `MAX_CELLS` are left along each axis. */
function merged(grid: HeatGrid): Pick<HeatGrid, 'width' | 'height' | 'values'> {
  const step = Math.ceil(Math.max(grid.width, grid.height) / MAX_CELLS)
  if (step === 1) return grid
  const [width, height] = [Math.ceil(grid.width / step), Math.ceil(grid.height / step)]
  const sums = new Float64Array(width * height)
  const counts = new Uint32Array(width * height)
  for (const [cell, value] of grid.values.entries()) {
    if (Number.isNaN(value)) continue
    const target = Math.floor(Math.floor(cell / grid.width) / step) * width + Math.floor((cell % grid.width) / step)
    sums[target] = (sums[target] as number) + value
    counts[target] = (counts[target] as number) + 1
  }
  return { width, height, values: sums.map((sum, cell) => sum / (counts[cell] as number)) }
}
