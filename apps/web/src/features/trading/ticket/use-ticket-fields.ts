import { decimalPlaces, type OrderType, type Side } from '@tradeloom/domain'
import { quantityOfTotal, readLevelNumber, readNumber } from '@tradeloom/domain/orders'
import { useState } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { LEVEL_KINDS, type LevelKind } from '../../../entities/positions/level-input.tsx'
import { requiredFields, type TicketField, type TicketTexts } from './read-ticket.ts'

const UNTOUCHED: ReadonlySet<TicketField> = new Set()
const EMPTY: Omit<TicketTexts, 'quantity'> = {
  limitPrice: '',
  stopPrice: '',
  stopLoss: '',
  takeProfit: '',
  trailingStop: '',
}

const FIELDS = ['quantity', 'limitPrice', 'stopPrice', ...LEVEL_KINDS] as const

const NONE: Readonly<Record<LevelKind, string>> = { stopLoss: '', takeProfit: '', trailingStop: '' }

interface TicketFieldsOptions {
  readonly side: Side
  /** Until one is typed. */
  readonly quantity: string
  readonly lotSize: number
  /** What one unit costs as the order stands, at its own price if it has one; NaN while that is not known. */
  readonly unitPrice: (side: Side, prices: Pick<TicketTexts, 'limitPrice' | 'stopPrice'>) => number
  /** Whatever changes makes it another order. */
  readonly onChange: () => void
}

/** What is typed in a ticket, and which fields were touched: only those are told what is wrong with them. */
export function useTicketFields({ side: firstSide, quantity, lotSize, unitPrice, onChange }: TicketFieldsOptions) {
  const [side, setSide] = useState(firstSide)
  const [typed, setTexts] = useState<Omit<TicketTexts, 'quantity'> & Partial<TicketTexts>>(EMPTY)
  const texts: TicketTexts = { quantity, ...typed }
  const [touched, setTouched] = useState(UNTOUCHED)
  /** Negative numbers that were typed as levels: their fields were cleared. */
  const [cleared, setCleared] = useState(NONE)
  /** As it was typed; null where the quantity was. */
  const [total, setTotal] = useState<string | null>(null)
  const quantityOf = (text: string, price: number): string => {
    const bought = quantityOfTotal(readNumber(text, decimalSeparator()), price, lotSize)
    return Number.isFinite(bought) ? bought.toFixed(decimalPlaces(lotSize)) : ''
  }
  return {
    side,
    texts,
    total,
    touched,
    /** What was typed as levels and is read as none, although it is not zero. */
    unread: Object.fromEntries(
      LEVEL_KINDS.map((kind) => [
        kind,
        cleared[kind] === '' && readLevelNumber(texts[kind], decimalSeparator()) < 0 ? texts[kind] : cleared[kind],
      ]),
    ) as typeof NONE,
    setSide: (next: Side): void => {
      onChange()
      setTotal(null)
      setSide(next)
    },
    setText: (field: TicketField, text: string): void => {
      onChange()
      if (field === 'quantity') setTotal(null)
      if (field in NONE) setCleared({ ...cleared, [field]: '' })
      const isRepriced = total !== null && (field === 'limitPrice' || field === 'stopPrice')
      const next = { ...typed, [field]: text }
      setTexts({ ...next, ...(isRepriced ? { quantity: quantityOf(total, unitPrice(side, next)) } : {}) })
    },
    /** The most whole lots that it pays for. From then on, another price of the order changes the quantity. */
    setTotal: (text: string): void => {
      onChange()
      setTotal(text)
      setTexts({ ...typed, quantity: quantityOf(text, unitPrice(side, texts)) })
    },
    /** Zero and negative numbers mean that there is no level; what is not a number stays, and is told. */
    touch: (field: TicketField): void => {
      const isLevel = LEVEL_KINDS.some((kind) => kind === field)
      const value = readLevelNumber(texts[field], decimalSeparator())
      if (isLevel && value <= 0) setTexts({ ...typed, [field]: '' })
      if (isLevel && value < 0) setCleared({ ...cleared, [field]: texts[field] })
      setTouched(new Set([...touched, field]))
    },
    isUntouched: typed === EMPTY,
    /** Other texts at once: the fields that have one are told what is wrong with them. */
    fillTexts: (next: Side, filled: Partial<TicketTexts>): void => {
      onChange()
      setSide(next)
      setTotal(null)
      setCleared(NONE)
      setTexts({ ...typed, ...filled })
      setTouched(new Set(FIELDS.filter((field) => filled[field])))
    },
    touchAll: (type: OrderType): void => setTouched(new Set([...requiredFields(type), ...LEVEL_KINDS])),
    untouch: (): void => setTouched(UNTOUCHED),
    /** The quantity stays, whatever it was typed as. */
    startAnew: (): void => {
      setTouched(UNTOUCHED)
      setTotal(null)
    },
  }
}
