import type { VenuePosition } from '../../ports/account-reader.ts'
import { idOf } from './instrument-rules.ts'
import { decimalOf, type Fields, fieldsOf, textOf } from './read-fields.ts'

/** A trade of a hedging account. */
export function readTradePosition({ id, instrument, currentUnits, price, marginUsed }: Fields): VenuePosition {
  const units = decimalOf(currentUnits)
  return {
    id: textOf(id),
    instrumentId: idOf(instrument),
    direction: units < 0 ? 'SHORT' : 'LONG',
    quantity: Math.abs(units),
    openPrice: decimalOf(price),
    margin: marginOf(marginUsed),
    liquidationPrice: null,
  }
}

/** The position of a netting account in one market; none where nothing is open. The list has all that ever were. */
export function readNetPosition({ instrument, long, short, marginUsed }: Fields): readonly VenuePosition[] {
  const sides = [
    ['LONG', fieldsOf(long)],
    ['SHORT', fieldsOf(short)],
  ] as const
  return sides.flatMap(([direction, { units, averagePrice }]) => {
    const quantity = Math.abs(decimalOf(units))
    if (quantity === 0) return []
    return [
      {
        id: textOf(instrument),
        instrumentId: idOf(instrument),
        direction,
        quantity,
        openPrice: decimalOf(averagePrice),
        margin: marginOf(marginUsed),
        liquidationPrice: null,
      },
    ]
  })
}

function marginOf(value: unknown): number {
  return value === undefined || value === null ? 0 : decimalOf(value, 'up')
}
