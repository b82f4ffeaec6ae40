import type { BinanceWire } from './binance-wire.ts'
import { idOf, readExchangeInfo, symbolOf } from './symbol-rules.ts'

export const SPOT_WIRE: BinanceWire = {
  path: '/api/v3',
  weightLimit: 6_000,
  list: { query: 'permissions=SPOT&showPermissionSets=false', weight: 20, read: readExchangeInfo },
  symbolOf,
  idOf,
}
