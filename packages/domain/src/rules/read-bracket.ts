import {
  type LevelField,
  type LevelMoney,
  type LevelReading,
  readLevel,
  readLevelNumber,
  splitLevel,
} from './read-level.ts'
import { type DecimalSeparator, INVALID_NUMBER } from './read-order.ts'
import type { OrderDraft } from './validate-order.ts'

type LevelKind = LevelField['kind']

/** The levels with which a position is to open, as they were typed. */
export type LevelTexts = Readonly<Record<LevelKind, string>>

export interface ReadBracket {
  /** Null where the text clears the field, and while there is no price. */
  readonly readings: Readonly<Record<LevelKind, LevelReading | null>>
  readonly levels: Pick<OrderDraft, LevelKind>
  /** Of texts that are no level. `isNumber`: it is one, and its distance is not known. */
  readonly problems: readonly BracketProblem[]
}

interface BracketProblem {
  readonly field: LevelKind
  readonly message: string
  readonly isNumber: boolean
}

interface BracketTerms extends Omit<LevelField, 'kind' | 'quote'> {
  /** Null while there is no price. */
  readonly quote: LevelField['quote'] | null
  /** The market, where it is not what the other distances count from. */
  readonly trailsFrom?: LevelField['quote'] | null
}

/** What a trailing stop loses depends on how far the market goes first. */
const KINDS = ['stopLoss', 'takeProfit', 'trailingStop'] as const

/** The bracket of an order that opens a position: every form that has one reads it here. */
export function readBracket(
  texts: LevelTexts,
  { quote, trailsFrom = quote, money = null, ...terms }: BracketTerms,
  separator: DecimalSeparator = '.',
): ReadBracket {
  const read = (kind: LevelKind): LevelReading | null => {
    const from = kind === 'trailingStop' ? trailsFrom : quote
    if (from === null || Number.isNaN(from.bid)) return null
    return readLevel(texts[kind], { ...terms, kind, quote: from, money: moneyFor(kind, money) }, separator)
  }
  const readings = { stopLoss: read('stopLoss'), takeProfit: read('takeProfit'), trailingStop: read('trailingStop') }
  const isNotANumber = (kind: LevelKind): boolean =>
    texts[kind].trim() !== '' && Number.isNaN(readLevelNumber(texts[kind], separator))
  return {
    readings,
    levels: {
      stopLoss: readings.stopLoss?.price ?? null,
      takeProfit: readings.takeProfit?.price ?? null,
      trailingStop: readings.trailingStop?.distance ?? null,
    },
    problems: KINDS.flatMap((field): BracketProblem[] => {
      if (isNotANumber(field)) return [{ field, message: INVALID_NUMBER, isNumber: false }]
      const isUnknown = readings[field] !== null && Number.isNaN(readings[field].price)
      return isUnknown ? [{ field, message: unknownText(texts[field], moneyFor(field, money)), isNumber: true }] : []
    }),
  }
}

function moneyFor(kind: LevelKind, money: LevelMoney | null): LevelMoney | null {
  return kind === 'trailingStop' ? null : money
}

function unknownText(text: string, money: LevelMoney | null): string {
  if (!money) return 'Cannot be an amount of money here'
  const { currency } = money
  const isOther = splitLevel(text).unit.toUpperCase() !== currency.toUpperCase()
  return isOther ? `Amounts are in ${currency} here` : `An amount of ${currency} needs a quantity and an exchange rate`
}
