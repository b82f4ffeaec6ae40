import { CLOSE_REASONS, DIRECTIONS } from '@tradeloom/domain'

import { type MakeColumn, newColumn } from './column-pool.ts'
import { orNull } from '../positions/open-position.ts'
import type { PositionRecord } from '../run-result.ts'
import { tagField, type TagTables } from './tag-tables.ts'

/** The columns that a result stores for its positions. NaN stands for unset values. */
export const POSITION_COLUMNS = [
  'id',
  /** Indexes into the result's instruments and into `DIRECTIONS`. */
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
  /** Index into `CLOSE_REASONS` plus one; 0 if the position is open. */
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
  /** NaN unless the path inside a bar decided about the position. */
  'worstProfit',
  'bestProfit',
] as const

export type PositionColumns = Readonly<Record<(typeof POSITION_COLUMNS)[number], Float64Array>>

/** Columns to be written whole, except for those that are given. */
export function emptyPositionColumns(
  length: number,
  given: Partial<PositionColumns> = {},
  make: MakeColumn = newColumn,
): PositionColumns {
  return Object.fromEntries(POSITION_COLUMNS.map((name) => [name, given[name] ?? make(length)])) as PositionColumns
}

/** What the columns refer to. */
interface PositionTexts extends Pick<TagTables, 'tags' | 'positionTags'> {
  readonly instrumentIds: readonly string[]
}

/** The position in a row, as a record. */
export function positionAt(
  columns: PositionColumns,
  row: number,
  { instrumentIds, tags, positionTags }: PositionTexts,
): PositionRecord {
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
    ...tagField(tags, positionTags, row),
  }
}
