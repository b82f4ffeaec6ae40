import type { Cell, Layout, Place } from './layout.ts'

/** Places by the keys of cells. */
export type Places = ReadonlyMap<string, Place>

/** The most columns for which somebody has put the panels in their places; null if nobody has. */
export function widestForm(config: readonly Cell[]): number | null {
  const columns = config.flatMap(({ places = {} }) => Object.keys(places).map(Number))
  return columns.length === 0 ? null : Math.max(...columns)
}

/** The columns that a layout needs that does not fit itself to fewer. */
export function neededColumns({ config }: Layout): number {
  const form = widestForm(config)
  return Math.max(1, ...config.map(({ places, w }) => (form !== null && places?.[form] ? right(places[form]) : w)))
}

const right = ({ x, w }: Place): number => x + w

/** The cells as one reads them: from the top left of the widest form. */
export function inReadingOrder(config: readonly Cell[]): readonly Cell[] {
  const form = widestForm(config)
  if (form === null) return config
  const rank = ({ places }: Cell): number => {
    const at = places?.[form]
    return at === undefined ? Infinity : at.y * 10 + at.x
  }
  // Equal ones keep their order.
  return config.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

/**
 * Where the panels stand in a number of columns: where they were put for it, or packed from the widest form. Nothing of it
 * is stored.
 */
export function placeCells({ config, responsive }: Layout, columns: number): Places {
  const widest = widestForm(config)
  const own = responsive ? columns : widest
  const isPut = config.some(({ places }) => own !== null && places?.[own] !== undefined)
  const free = new FreeCells(columns)
  const places = new Map<string, Place>()
  const left: Cell[] = []
  for (const cell of inReadingOrder(config)) {
    const put = isPut && own !== null ? cell.places?.[own] : undefined
    if (put !== undefined && right(put) <= columns && free.isFree(put)) places.set(cell.key, free.take(put))
    else left.push(cell)
  }
  for (const { key, w, h } of left) places.set(key, free.takeFirst(Math.min(w, columns), h))
  return places
}

class FreeCells {
  readonly #taken = new Set<number>()
  readonly #columns: number

  constructor(columns: number) {
    this.#columns = columns
  }

  isFree(place: Place): boolean {
    return cellsOf(place).every((cell) => !this.#taken.has(cell))
  }

  take(place: Place): Place {
    for (const cell of cellsOf(place)) this.#taken.add(cell)
    return place
  }

  /** The first hole from the top left that is big enough. */
  takeFirst(w: number, h: number): Place {
    for (let y = 0; ; y++) {
      for (let x = 0; x + w <= this.#columns; x++) {
        const place = { x, y, w, h }
        if (this.isFree(place)) return this.take(place)
      }
    }
  }
}

function cellsOf({ x, y, w, h }: Place): number[] {
  return Array.from({ length: w * h }, (_, index) => (y + Math.floor(index / w)) * 10 + x + (index % w))
}
