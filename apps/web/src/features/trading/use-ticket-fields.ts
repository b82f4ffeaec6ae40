import type { Side } from '@tradeloom/domain'
import { useState } from 'react'
import { LEVEL_KINDS } from './level-input.tsx'
import { requiredFields, type TicketField, type TicketTexts, type TicketType } from './read-ticket.ts'

const UNTOUCHED: ReadonlySet<TicketField> = new Set()
const EMPTY: TicketTexts = {
  quantity: '',
  limitPrice: '',
  stopPrice: '',
  stopLoss: '',
  takeProfit: '',
  trailingStop: '',
}

interface TicketFieldsOptions {
  readonly side: Side
  readonly quantity: string
  /** Whatever changes makes it another order. */
  readonly onChange: () => void
}

/** What is typed in a ticket, and which fields were touched: only those are told what is wrong with them. */
export function useTicketFields({ side: firstSide, quantity, onChange }: TicketFieldsOptions) {
  const [side, setSide] = useState(firstSide)
  const [texts, setTexts] = useState<TicketTexts>({ ...EMPTY, quantity })
  const [touched, setTouched] = useState(UNTOUCHED)
  return {
    side,
    texts,
    touched,
    setSide: (next: Side): void => {
      onChange()
      setSide(next)
    },
    setText: (field: TicketField, text: string): void => {
      onChange()
      setTexts({ ...texts, [field]: text })
    },
    touch: (field: TicketField): void => setTouched(new Set([...touched, field])),
    touchAll: (type: TicketType): void => setTouched(new Set([...requiredFields(type), ...LEVEL_KINDS])),
    untouch: (): void => setTouched(UNTOUCHED),
  }
}
