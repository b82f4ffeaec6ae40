import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultModels } from '../settings/settings.ts'
import { breakEvenPrice } from './break-even-price.ts'
import { commissionOf } from './commission-of.ts'

const { commission: FREE } = defaultModels()
const coin = { quoteStep: 0.01, commission: { ...FREE, takerPercent: 0.1 } }

it('covers the fee that was paid, the one that will be, and what holding has cost', () => {
  const long = { direction: 'LONG', openPrice: 60_000, quantity: 0.5, costs: 30 } as const
  // 60 in all for half a coin, and the fee of what is more.
  expect(breakEvenPrice(long, coin, 1)).toBe(60_120.13)
  expect(breakEvenPrice({ ...long, direction: 'SHORT' }, coin, 1)).toBe(59_880.11)
  expect(breakEvenPrice({ ...long, costs: -10 }, { ...coin, commission: FREE }, 1)).toBe(59_980)
})

it('loses nothing there, and would one step nearer to the opening', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('LONG' as const, 'SHORT' as const),
      fc.integer({ min: 1_000, max: 10_000_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      fc.constantFrom(1, 0.0066, 1.27),
      fc.constantFrom(
        FREE,
        { ...FREE, takerPercent: 0.1 },
        { ...FREE, perLot: 7 },
        { ...FREE, percent: 0.05, minimum: 2 },
      ),
      (direction, cents, milli, costs, conversion, commission) => {
        const [openPrice, quantity] = [cents / 100, milli / 1000]
        const sign = direction === 'LONG' ? 1 : -1
        const price = breakEvenPrice(
          { direction, openPrice, quantity, costs },
          { quoteStep: 0.01, commission },
          conversion,
        )
        if (price === null) return void expect(direction).toBe('SHORT')
        const left = (at: number): number =>
          sign * (at - openPrice) * quantity * conversion -
          costs -
          commissionOf(commission, quantity, at * quantity * conversion, false)
        const noise = 1e-9 * (1 + quantity * openPrice * conversion)
        expect(left(price)).toBeGreaterThan(-noise)
        expect(left(price - sign * 0.01)).toBeLessThan(noise)
      },
    ),
  )
})
