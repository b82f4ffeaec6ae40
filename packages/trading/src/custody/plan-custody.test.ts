import { describe, expect, it } from 'vitest'
import { type ProtectedLevels, planCustody } from './plan-custody.ts'

const position: ProtectedLevels = {
  quantity: 1,
  stopLoss: 90,
  takeProfit: null,
  trailingStop: null,
  protections: [],
  isBusy: false,
  sincePlaced: 60_000,
  unsent: 0,
  minQuantity: 0.01,
  minNotional: 5,
}
const stop = { intentId: 's', level: 'stopLoss', price: 90, left: 1 } as const
const target = { intentId: 't', level: 'takeProfit', price: 120, left: 1 } as const

describe('the stops of a position', () => {
  it('are placed once each, and both at once', () => {
    expect(planCustody(position)).toEqual({ do: 'place', quantity: 1, levels: [['stopLoss', 90]] })
    expect(planCustody({ ...position, takeProfit: 120 })).toMatchObject({
      levels: [
        ['stopLoss', 90],
        ['takeProfit', 120],
      ],
    })
    expect(planCustody({ ...position, protections: [stop] })).toEqual({ do: 'nothing' })
    expect(planCustody({ ...position, takeProfit: 120, protections: [target, stop] })).toEqual({ do: 'nothing' })
  })

  it('go before others come when a level, or what is open, has changed', () => {
    const withdraw = { do: 'withdraw', intentIds: ['s'] }
    expect(planCustody({ ...position, stopLoss: 91, protections: [stop] })).toEqual(withdraw)
    expect(planCustody({ ...position, quantity: 0.4, protections: [stop] })).toEqual(withdraw)
    // Its partner has executed a part, and has ended the stop with it.
    expect(
      planCustody({ ...position, takeProfit: 120, quantity: 0.4, protections: [{ ...target, left: 0.4 }] }),
    ).toEqual({
      do: 'withdraw',
      intentIds: ['t'],
    })
  })

  it('are joined by a trailing stop, and join one, where nothing that is there has to go', () => {
    const both = { ...position, takeProfit: 120, trailingStop: 5 }
    const trail = { intentId: 'r', level: 'trailingStop', price: 5, left: 1 } as const
    const pair = {
      do: 'place',
      quantity: 1,
      levels: [
        ['stopLoss', 90],
        ['takeProfit', 120],
      ],
    }
    expect(planCustody(both)).toMatchObject({ levels: [...pair.levels, ['trailingStop', 5]] })
    expect(planCustody({ ...both, protections: [stop, target] })).toMatchObject({ levels: [['trailingStop', 5]] })
    expect(planCustody({ ...both, protections: [trail] })).toEqual(pair)
    expect(planCustody({ ...both, protections: [stop, target, trail] })).toEqual({ do: 'nothing' })
    // A pair is one request.
    expect(planCustody({ ...both, protections: [stop, trail] })).toMatchObject({ do: 'withdraw' })
    expect(planCustody({ ...both, trailingStop: 6, protections: [trail] })).toMatchObject({ do: 'withdraw' })
    expect(planCustody({ ...both, quantity: 0.5, protections: [trail] })).toMatchObject({ do: 'withdraw' })
    // Its distance is no price at which something is too small to be sold.
    expect(planCustody({ ...position, stopLoss: null, trailingStop: 0.1 })).toMatchObject({ do: 'place' })
  })

  it('go when nothing is open any more, whoever has closed it', () => {
    expect(planCustody({ ...position, quantity: 0, protections: [stop] })).toMatchObject({ do: 'withdraw' })
    expect(planCustody({ ...position, quantity: 0 })).toEqual({ do: 'nothing' })
  })

  it('are left alone while an order is on its way whose outcome is not known', () => {
    expect(planCustody({ ...position, isBusy: true })).toEqual({ do: 'nothing' })
    expect(planCustody({ ...position, isBusy: true, quantity: 0.4, protections: [stop] })).toEqual({ do: 'nothing' })
  })

  it('follow a position that grows in steps, and one that shrinks at once', () => {
    const grown = { ...position, quantity: 2, protections: [stop] }
    expect(planCustody({ ...grown, sincePlaced: 4_999 })).toEqual({ do: 'nothing' })
    expect(planCustody({ ...grown, sincePlaced: 5_000 })).toMatchObject({ do: 'withdraw' })
    expect(planCustody({ ...grown, quantity: 0.5, sincePlaced: 0 })).toMatchObject({ do: 'withdraw' })
  })

  it('that could not be sent are tried again, less and less often', () => {
    const pauses = [1, 2, 3, 20].map((unsent) => {
      const isTried = (sincePlaced: number) => planCustody({ ...position, unsent, sincePlaced }).do === 'place'
      return [500, 1_000, 2_000, 4_000, 29_999, 30_000].find(isTried)
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 30_000])
  })

  it('are not tried for what is smaller than any order', () => {
    expect(planCustody({ ...position, quantity: 0.009 })).toMatchObject({ do: 'leave' })
    expect(planCustody({ ...position, quantity: 0.05 })).toMatchObject({ do: 'leave' })
    expect(planCustody({ ...position, quantity: 0.06 })).toMatchObject({ do: 'place' })
  })
})
