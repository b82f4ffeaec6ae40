import { CLOSE_REASONS, DIRECTIONS } from '@tradeloom/domain'

import { orNull } from '../account/open-position.ts'
import type { PositionRecord } from '../run-result.ts'

/** What a result keeps of its positions. Values that are not set are NaN. */
export const POSITION_COLUMNS = [
  'id',
  /** Places in the instruments of the result and in `DIRECTIONS`. */
  'instrument',
  'direction',
  'quantity',
  'openTime',
  'openPrice',
  'closeTime',
  'closePrice',
  'stopLoss',
  'takeProfit',
  'trailingStop',
  'profit',
  'pips',
  'commission',
  'swapCost',
  'fundingCost',
  /** Place in `CLOSE_REASONS` plus one; 0 while it is open. */
  'closeReason',
  'spreadCost',
  'slippageCost',
  'mae',
  'mfe',
  'maePips',
  'mfePips',
  'risk',
  'equityAtEntry',
  'notional',
  /** NaN unless it is ambiguous. */
  'worstProfit',
  'bestProfit',
] as const

export type PositionColumns = Readonly<Record<(typeof POSITION_COLUMNS)[number], Float64Array>>

export function emptyPositionColumns(length: number): PositionColumns {
  return Object.fromEntries(POSITION_COLUMNS.map((name) => [name, new Float64Array(length)])) as PositionColumns
}

/** The position of a row as a record. */
export function positionAt(columns: PositionColumns, row: number, instrumentIds: readonly string[]): PositionRecord {
  const value = (name: keyof PositionColumns): number => columns[name][row] as number
  const isOpen = value('closeReason') === 0
  const isAmbiguous = value('worstProfit') === value('worstProfit')
  return {
    id: value('id'),
    instrumentId: instrumentIds[value('instrument')] ?? '',
    direction: DIRECTIONS[value('direction')] ?? 'LONG',
    quantity: value('quantity'),
    openTime: value('openTime'),
    openPrice: value('openPrice'),
    closeTime: isOpen ? null : value('closeTime'),
    closePrice: isOpen ? null : value('closePrice'),
    stopLoss: orNull(value('stopLoss')),
    takeProfit: orNull(value('takeProfit')),
    trailingStop: orNull(value('trailingStop')),
    profit: value('profit'),
    pips: value('pips'),
    commission: value('commission'),
    swapCost: value('swapCost'),
    fundingCost: value('fundingCost'),
    status: isOpen ? 'OPEN' : 'CLOSED',
    closeReason: CLOSE_REASONS[value('closeReason') - 1] ?? null,
    spreadCost: value('spreadCost'),
    slippageCost: value('slippageCost'),
    mae: value('mae'),
    mfe: value('mfe'),
    maePips: value('maePips'),
    mfePips: value('mfePips'),
    risk: orNull(value('risk')),
    equityAtEntry: value('equityAtEntry'),
    notional: value('notional'),
    ambiguous: isAmbiguous,
    profitInterval: isAmbiguous ? [value('worstProfit'), value('bestProfit')] : null,
  }
}
