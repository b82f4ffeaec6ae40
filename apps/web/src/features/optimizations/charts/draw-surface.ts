import type { Axis } from '@tradeloom/optimizer'
import { formatPlain } from '../../../ui/format.ts'
import type { HeatGrid } from './heat-grid.ts'
import { isFace, lonePoints } from './lone-points.ts'
import { line } from './plot-area.ts'
import type { Surface } from './surface.ts'
import type { ValueColors } from './value-colors.ts'

/** Angles in radians. */
export interface View {
  readonly turn: number
  readonly tilt: number
}

type Corner = readonly [x: number, y: number, z: number]
type Projected = readonly [left: number, top: number, depth: number]

interface Labels {
  readonly x: Axis
  readonly y: Axis
}

/** A face between four neighbors, or a point without one. */
interface Part {
  readonly corners: readonly Projected[]
  /** Below a point, on the floor. */
  readonly foot: Projected | null
  readonly depth: number
  readonly value: number
}

/** The values of a grid as a landscape, the farthest parts first. Values without tested neighbors stand alone. */
export function drawSurface(surface: Surface, grid: HeatGrid, colors: ValueColors, view: View, labels: Labels): void {
  const project = projection(surface, view)
  drawFloor(surface, project, labels)
  const parts = [...faces(grid, colors, project), ...points(grid, colors, project)]
  for (const part of parts.toSorted((a, b) => a.depth - b.depth)) {
    if (part.foot === null) drawFace(surface, part, colors)
    else drawPoint(surface, part, part.foot, colors)
  }
}

function cornerOf({ values, width, height }: HeatGrid, { low, high }: ValueColors, x: number, y: number): Corner {
  const value = values[y * width + x] as number
  return [x / Math.max(1, width - 1) - 0.5, y / Math.max(1, height - 1) - 0.5, (value - low) / (high - low) - 0.5]
}

function faces(grid: HeatGrid, colors: ValueColors, project: (corner: Corner) => Projected): Part[] {
  const found: Part[] = []
  for (let y = 0; y + 1 < grid.height; y++) {
    for (let x = 0; x + 1 < grid.width; x++) {
      if (!isFace(grid, x, y)) continue
      const places = [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
      ] as const
      const corners = places.map(([left, top]) => project(cornerOf(grid, colors, left, top)))
      const value = places.reduce((sum, [left, top]) => sum + (grid.values[top * grid.width + left] as number), 0) / 4
      found.push({ corners, foot: null, depth: meanDepth(corners), value })
    }
  }
  return found
}

function points(grid: HeatGrid, colors: ValueColors, project: (corner: Corner) => Projected): Part[] {
  return lonePoints(grid).map(([x, y]) => {
    const corner = cornerOf(grid, colors, x, y)
    const [top, foot] = [project(corner), project([corner[0], corner[1], -0.5])]
    return { corners: [top], foot, depth: meanDepth([top]), value: grid.values[y * grid.width + x] as number }
  })
}

function meanDepth(corners: readonly Projected[]): number {
  return corners.reduce((sum, [, , far]) => sum + far, 0) / corners.length
}

function drawFace({ context, colors: theme }: Surface, { corners, value }: Part, colors: ValueColors): void {
  context.lineWidth = 0.6
  context.fillStyle = colors.colorOf(value)
  context.strokeStyle = theme.background
  context.beginPath()
  for (const [left, top] of corners) context.lineTo(left, top)
  context.closePath()
  context.fill()
  context.stroke()
}

function drawPoint(surface: Surface, { corners, value }: Part, foot: Projected, colors: ValueColors): void {
  const { context, colors: theme } = surface
  const [left, top] = corners[0] ?? foot
  line(context, theme.grid, foot[0], foot[1], left, top)
  context.fillStyle = colors.colorOf(value)
  context.strokeStyle = theme.text
  context.lineWidth = 0.8
  context.beginPath()
  context.arc(left, top, 3.5, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
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
