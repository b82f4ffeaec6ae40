import { ORDER_STATUSES, ORDER_TYPES, type OrderType, type TimeInForce, TIMES_IN_FORCE } from '@tradeloom/domain'

import { orNull } from '../positions/open-position.ts'
import type { OrderRecord } from '../run-result.ts'
import { tagField, type TagTables } from './tag-tables.ts'

export const TYPES = Object.keys(ORDER_TYPES) as OrderType[]
export const TIMES = Object.keys(TIMES_IN_FORCE) as TimeInForce[]
export const LIQUIDITIES = [null, 'maker', 'taker'] as const

/**
 * The columns that a result stores for its orders, in the order of placing; ids start at 1. NaN stands for unset
 * values.
 */
export const ORDER_COLUMNS = [
  /** Indexes into `ORDER_TYPES`, `TIMES_IN_FORCE`, `ORDER_STATUSES`, `LIQUIDITIES` and the result's instruments. */
  'type',
  'isBuy',
  'quantity',
  'limitPrice',
  'stopPrice',
  'timeInForce',
  'time',
  'status',
  'fillTime',
  'fillPrice',
  /** 0 if there is none. */
  'positionId',
  'postOnly',
  'reduceOnly',
  'liquidity',
  'instrument',
  /** Index into the result's reasons plus one; 0 if there is none. */
  'reason',
] as const

export type OrderColumns = Readonly<Record<(typeof ORDER_COLUMNS)[number], Float64Array>>

/** What the columns refer to. */
interface OrderTexts extends Pick<TagTables, 'tags' | 'orderTags'> {
  readonly instrumentIds: readonly string[]
  readonly reasons: readonly string[]
}

/** The order in a row, as a record. */
export function orderAt(
  columns: OrderColumns,
  row: number,
  { instrumentIds, reasons, tags, orderTags }: OrderTexts,
): OrderRecord {
  const value = (name: keyof OrderColumns): number => columns[name][row] as number
  const positionId = value('positionId')
  // Records of runs with a single instrument keep their old form without `instrumentId`, and so their hashes.
  const instrumentId = instrumentIds.length > 1 ? instrumentIds[value('instrument')] : undefined
  return {
    id: row + 1,
    ...(instrumentId === undefined ? {} : { instrumentId }),
    type: TYPES[value('type')] ?? 'MARKET',
    side: value('isBuy') === 1 ? 'BUY' : 'SELL',
    quantity: value('quantity'),
    limitPrice: orNull(value('limitPrice')),
    stopPrice: orNull(value('stopPrice')),
    timeInForce: TIMES[value('timeInForce')] ?? 'GTC',
    postOnly: value('postOnly') === 1,
    reduceOnly: value('reduceOnly') === 1,
    time: value('time'),
    status: ORDER_STATUSES[value('status')] ?? 'NEW',
    fillTime: orNull(value('fillTime')),
    fillPrice: orNull(value('fillPrice')),
    liquidity: LIQUIDITIES[value('liquidity')] ?? null,
    positionId: positionId === 0 ? null : positionId,
    reason: reasons[value('reason') - 1] ?? null,
    ...tagField(tags, orderTags, row),
  }
}
