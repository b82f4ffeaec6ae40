import type { HeatGrid } from './heat-grid.ts'

/** The cell and its neighbors to the right and above have a value: they are joined by a face. */
export function isFace({ values, width, height }: HeatGrid, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x + 1 >= width || y + 1 >= height) return false
  const at = y * width + x
  return [at, at + 1, at + width, at + width + 1].every((cell) => !Number.isNaN(values[cell]))
}

/** Cells with a value that belong to no face of the landscape. */
export function lonePoints(grid: HeatGrid): [number, number][] {
  const found: [number, number][] = []
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (Number.isNaN(grid.values[y * grid.width + x])) continue
      const isJoined = [x - 1, x].some((left) => [y - 1, y].some((bottom) => isFace(grid, left, bottom)))
      if (!isJoined) found.push([x, y])
    }
  }
  return found
}

export function hasLonePoints(grid: HeatGrid): boolean {
  return lonePoints(grid).length > 0
}
