import { formatNumber } from '../../ui/format.ts'
import type { Ladder, LadderRow } from './ladder-rows.ts'

interface LadderFormat {
  readonly pricePlaces: number
  readonly quantityPlaces: number
}

interface Row {
  readonly element: HTMLElement
  readonly cells: readonly HTMLElement[]
  /** What it shows; null for nothing, undefined for what another painter has left there. */
  shown: LadderRow | null | undefined
  part: string
}

type Side = 'bids' | 'asks'

export interface LadderLevel {
  readonly side: Side
  readonly price: number
}

const CUT = 'The book shows 50 levels: this group may contain more'
const PICK = 'A click puts the price into the trade ticket'

/** Writes levels into the rows of a table, and only what has changed. */
export class LadderPainter {
  readonly #rows: Readonly<Record<Side, readonly Row[]>>
  readonly #spread: HTMLElement | null
  readonly #format: LadderFormat

  /** Rows are found by `data-side` and their order from the spread by `data-rank`. */
  constructor(table: HTMLElement, format: LadderFormat) {
    this.#format = format
    this.#rows = { bids: rowsOf(table, 'bids'), asks: rowsOf(table, 'asks') }
    this.#spread = table.querySelector('[data-part=spread]')
  }

  paint(ladder: Ladder, best: { readonly bid: number; readonly ask: number }): void {
    for (const side of ['bids', 'asks'] as const)
      for (const [rank, row] of this.#rows[side].entries()) this.#row(row, ladder[side][rank] ?? null, ladder.most)
    const text = formatNumber(best.ask - best.bid, this.#format.pricePlaces)
    if (this.#spread !== null && this.#spread.textContent !== text) this.#spread.textContent = text
  }

  /** What a row shows; null for nothing, and elsewhere. */
  levelAt(target: Element): LadderLevel | null {
    const element = target.closest('tr')
    for (const side of ['bids', 'asks'] as const) {
      const price = this.#rows[side].find((row) => row.element === element)?.shown?.price
      if (price !== undefined) return { side, price }
    }
    return null
  }

  #row(row: Row, level: LadderRow | null, most: number): void {
    const { shown } = row
    const part = level === null ? '0%' : `${Math.round((level.total / most) * 200) / 2}%`
    if (part !== row.part) row.element.style.setProperty('--part', part)
    row.part = part
    if (shown !== undefined && isSame(level, shown)) return
    row.shown = level
    row.element.title = level === null ? '' : level.isCut ? `${CUT}. ${PICK}` : PICK
    for (const [at, text] of this.#textsOf(level).entries()) {
      const cell = row.cells[at]
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text
    }
  }

  #textsOf(level: LadderRow | null): string[] {
    if (level === null) return ['', '', '']
    const { price, quantity, total, isCut } = level
    const { pricePlaces, quantityPlaces } = this.#format
    const atLeast = isCut ? '≥ ' : ''
    return [
      formatNumber(price, pricePlaces),
      atLeast + formatNumber(quantity, quantityPlaces),
      atLeast + formatNumber(total, quantityPlaces),
    ]
  }
}

function isSame(one: LadderRow | null, other: LadderRow | null): boolean {
  if (one === null || other === null) return one === other
  const { price, quantity, total, isCut } = one
  return price === other.price && quantity === other.quantity && total === other.total && isCut === other.isCut
}

function rowsOf(table: HTMLElement, side: Side): Row[] {
  return [...table.querySelectorAll<HTMLElement>(`[data-side=${side}]`)]
    .map((element) => ({
      element,
      cells: [...element.querySelectorAll<HTMLElement>('td')],
      shown: undefined,
      part: '',
    }))
    .toSorted((one, other) => Number(one.element.dataset['rank']) - Number(other.element.dataset['rank']))
}
