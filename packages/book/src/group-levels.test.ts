import { describe, expect, it } from 'vitest'
import { bookGroupings, groupLevels } from './group-levels.ts'

describe('groupLevels', () => {
  it('leaves a price that is a group in its group, which a division would miss', () => {
    for (const side of ['bid', 'ask'] as const)
      expect(groupLevels([{ price: 61837.7, quantity: 1 }], { side, ticks: 10, places: 2 })).toEqual([
        { price: 61837.7, quantity: 1 },
      ])
    expect(Math.floor(61837.7 / 0.1) * 0.1).not.toBe(61837.7)
  })

  it('puts bids down and asks up, and adds their quantities', () => {
    const at = (...prices: number[]) => prices.map((price) => ({ price, quantity: 2 }))
    expect(groupLevels(at(61837.63, 61837.61, 61837.59), { side: 'bid', ticks: 10, places: 2 })).toEqual([
      { price: 61837.6, quantity: 4 },
      { price: 61837.5, quantity: 2 },
    ])
    expect(groupLevels(at(61837.61, 61837.7, 61837.71), { side: 'ask', ticks: 10, places: 2 })).toEqual([
      { price: 61837.7, quantity: 4 },
      { price: 61837.8, quantity: 2 },
    ])
  })

  it('keeps every price that is a multiple of the group as it is written', () => {
    for (let units = 100_000; units < 120_000; units += 10) {
      const price = Number((units / 100).toFixed(2))
      expect(groupLevels([{ price, quantity: 1 }], { side: 'bid', ticks: 10, places: 2 })[0]?.price).toBe(price)
    }
  })
})

describe('bookGroupings', () => {
  it('offers widths in quote currency for high prices, and multiples of the tick for low ones', () => {
    expect(bookGroupings(61_837.7, 0.01, 2).map(({ width }) => width)).toEqual([
      '0.10',
      '0.50',
      '1.00',
      '2.50',
      '5.00',
      '10.00',
      '50.00',
    ])
    expect(bookGroupings(0.512, 0.0001, 4).map(({ width, ticks }) => [width, ticks])).toEqual([
      ['0.0001', 1],
      ['0.0005', 5],
      ['0.0010', 10],
      ['0.0025', 25],
      ['0.0050', 50],
      ['0.0100', 100],
      ['0.0500', 500],
    ])
  })

  it('offers no width that is no multiple of the tick', () => {
    expect(bookGroupings(61_837.5, 0.5, 1).map(({ width }) => width)).toEqual([
      '0.5',
      '1.0',
      '2.5',
      '5.0',
      '10.0',
      '50.0',
    ])
  })
})
