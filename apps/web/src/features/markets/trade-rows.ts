import { formatNumber, formatSecond } from '../../ui/format.ts'
import { cutRows, type TapeTrade, type TradeTape } from './trade-tape.ts'

interface TradeFormat {
  readonly pricePlaces: number
  readonly quantityPlaces: number
}

const ARROWS = { up: '▲', down: '▼' } as const

/** Puts what is new on a tape above the rows of a table; those that are there stay as they are. */
export function showTrades(body: HTMLElement, tape: TradeTape, format: TradeFormat): void {
  const { entries, isCut } = tape.take()
  if (isCut) body.replaceChildren()
  if (entries.length === 0) return
  body.prepend(...entries.toReversed().map((entry) => (entry === 'missing' ? missingRow() : tradeRow(entry, format))))
  cutRows(body)
}

function tradeRow({ time, price, quantity, direction }: TapeTrade, format: TradeFormat): HTMLElement {
  const row = document.createElement('tr')
  row.dataset['dir'] = direction
  const arrow = document.createElement('td')
  arrow.setAttribute('aria-label', direction)
  arrow.textContent = ARROWS[direction]
  const texts = [
    formatSecond(time).slice(11),
    formatNumber(price, format.pricePlaces),
    formatNumber(quantity, format.quantityPlaces),
  ]
  row.append(...texts.map(cell), arrow)
  return row
}

function cell(text: string): HTMLElement {
  const made = document.createElement('td')
  made.textContent = text
  return made
}

function missingRow(): HTMLElement {
  const row = document.createElement('tr')
  row.dataset['missing'] = ''
  const made = document.createElement('td')
  made.colSpan = 4
  made.textContent = 'Trades may be missing here'
  row.append(made)
  return row
}
