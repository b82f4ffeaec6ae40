import type { Excursions } from '@tradeloom/contracts'
import type { PositionIndex, ReadPosition } from './position-index.ts'

/** The closed positions, by number. */
export function excursionsOf(positions: PositionIndex): Excursions {
  const closed: ReadPosition[] = []
  for (let row = 0; row < positions.count; row++) {
    if (positions.closeTime(row) !== Infinity) closed.push(positions.at(row))
  }
  const column = <Key extends keyof ReadPosition>(key: Key): ReadPosition[Key][] => closed.map((one) => one[key])
  return {
    id: column('id'),
    isLong: closed.map(({ direction }) => direction === 'LONG'),
    quantity: column('quantity'),
    openTime: column('openTime'),
    closeTime: closed.map(({ closeTime, openTime }) => closeTime ?? openTime),
    profit: column('profit'),
    pips: column('pips'),
    mae: column('mae'),
    mfe: column('mfe'),
    maePips: column('maePips'),
    mfePips: column('mfePips'),
    risk: column('risk'),
  }
}
