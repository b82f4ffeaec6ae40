import type { Level } from '@tradeloom/venue-lab'

const DEPTH = 120

/**
 * The book at a time, a function of it alone, so that stand-ins which start at different times agree. Every step moves the
 * market by some steps of its prices and changes some amounts.
 */
export function labBook(time: number, stepMs: number): readonly Level[] {
  const step = Math.floor(time / stepMs)
  const middle = 60_000 + Math.round(300 * Math.sin(step / 50) + 4 * Math.sin(step * 1.7))
  return ([-1, 1] as const).flatMap((sign) =>
    Array.from({ length: DEPTH }, (_, rank): Level => {
      const price = middle + sign * (1 + rank)
      const amount = (1_000 + ((price * 7_919 + Math.floor(step / 5) * 31) % 90_000)) / 100_000
      return [price, 1 + (price % 3), -sign * amount]
    }),
  )
}
