import type { Ladder, LadderRow } from './ladder-rows.ts'

/** Both axes of the picture go from 0 to that. */
export const DEPTH_SIZE = 100

export interface DepthShape {
  /** Areas as the attribute `d` of paths; empty for a side without levels. */
  readonly bids: string
  readonly asks: string
  /** Prices at the left and the right end. */
  readonly from: number
  readonly to: number
}

/** The totals of both sides by price, as steps away from the middle; as far to the left as to the right. */
export function depthShape({ bids, asks, most }: Ladder): DepthShape | null {
  const [bid, ask] = [bids[0]?.price ?? asks[0]?.price, asks[0]?.price ?? bids[0]?.price]
  if (bid === undefined || ask === undefined) return null
  const middle = (bid + ask) / 2
  const ends = [bids.at(-1)?.price ?? middle, asks.at(-1)?.price ?? middle] as const
  const half = Math.max(middle - ends[0], ends[1] - middle)
  if (half <= 0 || most <= 0) return null
  const x = (price: number): number => rounded(DEPTH_SIZE / 2 + ((price - middle) / half) * (DEPTH_SIZE / 2))
  const y = (total: number): number => rounded(DEPTH_SIZE - (total / most) * DEPTH_SIZE)
  const area = (rows: readonly LadderRow[]): string => {
    if (rows.length === 0) return ''
    const steps = rows.map(({ price, total }) => `H${x(price)}V${y(total)}`).join('')
    return `M${x(rows[0]?.price ?? middle)} ${DEPTH_SIZE}${steps}V${DEPTH_SIZE}Z`
  }
  return { bids: area(bids), asks: area(asks), from: middle - half, to: middle + half }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
