import { type AccountModel, tidy } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AppliedFill, applyFill, type HeldPosition } from './apply-fill.ts'

const STEP = 0.001

interface Play {
  readonly side: 'BUY' | 'SELL'
  readonly steps: number
  readonly price: number
  readonly feeShare: number
  readonly isFeeInCoins: boolean
  /** Of the open positions, by number; a new one for those of other numbers. */
  readonly named: number
}

const plays: fc.Arbitrary<Play[]> = fc.array(
  fc.record({
    side: fc.constantFrom('BUY', 'SELL'),
    steps: fc.integer({ min: 1, max: 5_000 }),
    price: fc.integer({ min: 1, max: 9_000 }).map((cents) => cents / 100),
    feeShare: fc.integer({ min: 0, max: 20 }).map((bips) => bips / 10_000),
    isFeeInCoins: fc.boolean(),
    named: fc.nat({ max: 4 }),
  }),
  { maxLength: 60 },
)

/** Money as it would be if everything was closed at its own opening price, which makes no profit. */
class Books {
  readonly open = new Map<string, HeldPosition>()
  cash = 0
  profit = 0
  readonly model: AccountModel
  readonly #opensOwn: boolean
  #ids = 0

  constructor(model: AccountModel, opensOwn = false) {
    this.model = model
    this.#opensOwn = opensOwn
  }

  get value(): number {
    return [...this.open.values()].reduce((sum, one) => sum + signed(one) * one.openPrice, 0)
  }

  play({ side, steps, price, feeShare, isFeeInCoins, named }: Play): { before: HeldPosition[]; fill: AppliedFill } {
    const before = [...this.open.values()]
    const quantity = tidy(steps * STEP)
    const inCoins = isFeeInCoins && side === 'BUY' && this.model === 'spot'
    const received = inCoins ? tidy(quantity * (1 - feeShare)) : quantity
    // What is gone in coins costs what it was worth.
    const fee = inCoins ? (quantity - received) * price : quantity * price * feeShare
    const positionId = before[named]?.id ?? null
    const opensOwn = this.#opensOwn
    const base = { instrumentId: 'BTCUSDT:TEST', side, quantity, price, fee, lotSize: STEP, positionId, opensOwn }
    const fill: AppliedFill = inCoins ? { ...base, received } : base
    for (const effect of applyFill({ model: this.model, positions: before }, fill)) this.#apply(effect, fill)
    return { before, fill }
  }

  #apply(effect: ReturnType<typeof applyFill<HeldPosition>>[number], { side, price, instrumentId }: AppliedFill): void {
    const sign = side === 'BUY' ? 1 : -1
    this.profit -= effect.fee
    this.cash -= effect.fee
    if (effect.do === 'open') {
      const id = `${++this.#ids}`
      const { direction, quantity } = effect
      this.open.set(id, { id, instrumentId, direction, quantity, openPrice: price })
      this.cash -= sign * quantity * price
    } else if (effect.do === 'add') {
      const { position, quantity, openPrice, added } = effect
      this.open.set(position.id, { ...position, quantity, openPrice })
      this.cash -= sign * added * price
    } else {
      const { position, closed, left, isWhole, profit } = effect
      this.profit += profit
      this.cash -= sign * closed * price
      // What is left and can never be sold keeps its cost.
      if (isWhole) this.cash += left * position.openPrice * (position.direction === 'LONG' ? 1 : -1)
      if (isWhole) this.open.delete(position.id)
      else this.open.set(position.id, { ...position, quantity: left })
    }
  }
}

function signed({ direction, quantity }: Pick<HeldPosition, 'direction' | 'quantity'>): number {
  return direction === 'LONG' ? quantity : -quantity
}

describe('applyFill', () => {
  it.each(['spot', 'netting', 'hedging'] as const)('conserves quantities and money of a %s account', (model) => {
    fc.assert(
      fc.property(plays, (all) => {
        const books = new Books(model)
        for (const play of all) {
          books.play(play)
          for (const { quantity } of books.open.values()) expect(quantity).toBeGreaterThan(0)
          expect(books.profit).toBeCloseTo(books.cash + books.value, 4)
        }
      }),
    )
  })

  it('closes what is open on a leg, the named position first, and never turns it around', () => {
    const position = (id: string, direction: 'LONG' | 'SHORT', quantity: number): HeldPosition => {
      return { id, instrumentId: 'BTC', direction, quantity, openPrice: 100 }
    }
    const positions = [position('a', 'LONG', 1), position('b', 'LONG', 2), position('c', 'SHORT', 5)]
    const fill = { instrumentId: 'BTC', side: 'SELL', price: 110, fee: 3, lotSize: 0.1 } as const
    const closing = { ...fill, quantity: 2.5, positionId: 'b', leg: 'LONG', opensOwn: true } as const
    const account = { model: 'hedging', positions } as const
    expect(applyFill(account, closing)).toMatchObject([
      { do: 'reduce', position: { id: 'b' }, closed: 2, isWhole: true, fee: 2.4 },
      { do: 'reduce', position: { id: 'a' }, closed: 0.5, left: 0.5, fee: 0.6 },
    ])
    expect(applyFill(account, { ...closing, quantity: 9, positionId: null }).map((one) => one.do)).toEqual([
      'reduce',
      'reduce',
    ])
    expect(applyFill(account, { ...closing, leg: 'SHORT', positionId: null })).toEqual([
      { do: 'open', direction: 'SHORT', quantity: 2.5, fee: 3 },
    ])
  })

  it('never makes a spot account short, and closes no more than its position', () => {
    fc.assert(
      fc.property(plays, (all) => {
        const books = new Books('spot')
        for (const play of all) {
          const { before, fill } = books.play(play)
          const [held] = before
          const coins =
            (held?.quantity ?? 0) + (fill.side === 'BUY' ? (fill.received ?? fill.quantity) : -fill.quantity)
          const [after] = books.open.values()
          expect(books.open.size).toBeLessThanOrEqual(1)
          expect(after?.direction ?? 'LONG').toBe('LONG')
          const isDust = fill.side === 'SELL' && coins < STEP - 1e-9
          expect(after?.quantity ?? 0).toBeCloseTo(isDust ? 0 : coins, 7)
        }
      }),
    )
  })

  it('keeps the sum of all fills as the one position of a netting account', () => {
    fc.assert(
      fc.property(plays, (all) => {
        const books = new Books('netting')
        let sum = 0
        for (const play of all) {
          const { fill } = books.play(play)
          sum = tidy(sum + (fill.side === 'BUY' ? fill.quantity : -fill.quantity))
          expect(books.open.size).toBe(sum === 0 ? 0 : 1)
          const [only] = books.open.values()
          expect(only ? signed(only) : 0).toBeCloseTo(sum, 7)
        }
      }),
    )
  })

  it('closes the oldest positions of a netting account first, and opens nothing while one is open against it', () => {
    fc.assert(
      fc.property(plays, (all) => {
        const books = new Books('netting', true)
        let sum = 0
        for (const play of all) {
          const { before, fill } = books.play({ ...play, named: Infinity })
          sum = tidy(sum + (fill.side === 'BUY' ? fill.quantity : -fill.quantity))
          const open = [...books.open.values()]
          expect(open.reduce((total, one) => total + signed(one), 0)).toBeCloseTo(sum, 7)
          expect(new Set(open.map(({ direction }) => direction)).size).toBeLessThanOrEqual(1)
          const left = before.findIndex(({ id }) => books.open.has(id))
          const untouched = left < 0 ? [] : before.slice(left + 1)
          for (const one of untouched) expect(books.open.get(one.id)).toBe(one)
          expect(books.profit).toBeCloseTo(books.cash + books.value, 4)
        }
      }),
    )
  })

  it('leaves every position of a hedging account alone that the order does not name', () => {
    fc.assert(
      fc.property(plays, (all) => {
        const books = new Books('hedging')
        for (const play of all) {
          const { before, fill } = books.play(play)
          for (const one of before) if (one.id !== fill.positionId) expect(books.open.get(one.id)).toBe(one)
          const opened = [...books.open.values()].filter(({ id }) => before.every((one) => one.id !== id))
          expect(opened.map(({ quantity }) => quantity)).toEqual(fill.positionId === null ? [fill.quantity] : [])
        }
      }),
    )
  })

  it('opens the opposite position with what a netting fill trades beyond, each with its share of the fee', () => {
    const held = { id: 'a', instrumentId: 'i', direction: 'LONG', quantity: 1, openPrice: 100 } as const
    const base = { instrumentId: 'i', side: 'SELL', quantity: 4, price: 110, fee: 4, lotSize: 1 } as const
    expect(applyFill({ model: 'netting', positions: [held] }, { ...base, positionId: null })).toEqual([
      { do: 'reduce', position: held, closed: 1, left: 0, isWhole: true, profit: 10, fee: 1 },
      { do: 'open', direction: 'SHORT', quantity: 3, fee: 3 },
    ])
  })

  it('opens nothing for a fill that closes a position which is gone', () => {
    const fill = {
      instrumentId: 'i',
      side: 'SELL',
      quantity: 4,
      price: 110,
      fee: 4,
      lotSize: 1,
      positionId: 'a',
    } as const
    expect(applyFill({ model: 'hedging', positions: [] }, fill)).toEqual([])
    expect(applyFill({ model: 'spot', positions: [] }, fill)).toEqual([])
  })
})
