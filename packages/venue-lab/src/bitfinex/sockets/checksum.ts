import { crc32 } from 'node:zlib'
import type { Level } from '../market/market.ts'

const RANKS = 25

/** Over the best levels, bid and ask in turn, as numbers are printed. */
export function checksumOf(levels: readonly Level[]): number {
  const bids = levels.filter(([, , amount]) => amount > 0).slice(0, RANKS)
  const asks = levels.filter(([, , amount]) => amount < 0).slice(0, RANKS)
  const parts = Array.from({ length: RANKS }, (_, rank) =>
    [bids[rank], asks[rank]].flatMap((level) => (level ? [level[0], level[2]] : [])),
  )
  return crc32(parts.flat().join(':')) | 0
}
