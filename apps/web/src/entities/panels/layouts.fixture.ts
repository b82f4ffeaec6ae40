import { type Cell, type Layout, type Place, withKey } from './layout.ts'

/** A cell of a view with a size, and where it was put in numbers of columns. */
export function cellOf(view: string, w: number, h: number, places?: Record<number, Place>): Cell {
  return withKey({ view, opts: {}, w, h, ...(places === undefined ? {} : { places }) })
}

export function layoutOf(name: string, config: readonly Cell[] = [], responsive = true): Layout {
  return { name, config, responsive }
}
