export const CELL_WIDTH = 225
export const CELL_HEIGHT = 119
export const CELL_MARGIN = 7
const MIN_WIDTH = 768
const MIN_COLUMNS = 3
const MAX_COLUMNS = 7

/** Columns of the grid in a container of a width; 1 where not even the fewest fit: then panels stand in one list. */
export function columnsIn(width: number): number {
  const fit = (from: number): number => Math.floor((from + CELL_MARGIN) / (CELL_WIDTH + CELL_MARGIN))
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, fit(Math.max(width, MIN_WIDTH))))
  return fit(width) < MIN_COLUMNS ? 1 : columns
}

/** The width of a number of columns, with the margins between them: none at their sides, where a column more may fit. */
export function widthOf(columns: number): number {
  return columns * (CELL_WIDTH + CELL_MARGIN) - CELL_MARGIN
}
