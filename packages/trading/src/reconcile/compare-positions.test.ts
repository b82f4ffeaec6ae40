import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFill } from '../positions/apply-fill.ts'
import { openPosition } from '../positions/open-position.ts'
import { closeExternally } from './close-externally.ts'
import { comparePositions, growExternally } from './compare-positions.ts'
import type { StatedPosition } from './stated-position.ts'

const AT = new Date(0)
const MODELS = ['netting', 'hedging'] as const
const MARKETS = ['EURUSD:TEST', 'BTCUSD:TEST'] as const

type Kept = ReturnType<typeof keptOf>

function keptOf({ id, instrumentId, direction, quantity, openPrice }: StatedPosition, sessionId: string | null = null) {
  const owner = { id: `kept ${id}`, accountId: 'a', userId: 'u', broker: 'TEST', sessionId }
  const opening = { instrumentId, direction, quantity, price: openPrice, time: AT, fee: 0, usedMargin: quantity }
  const levels = { stopLoss: null, takeProfit: null, trailingStop: null, trailingBest: null, unprotectedSince: null }
  const refused = { isStopLossRejected: false, isTakeProfitRejected: false, isTrailingStopRejected: false }
  const costs = { halfSpread: 0, slippage: 0 }
  return { ...openPosition(owner, { ...opening, costs }, { ...levels, ...refused, matchedRow: -1 }), brokerId: id }
}

const trades = fc.array(
  fc.record({
    instrumentId: fc.constantFrom(...MARKETS),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: fc.integer({ min: 1, max: 9_000 }).map((steps) => steps / 1_000),
    price: fc.integer({ min: 1, max: 900 }),
    /** Which of the open trades it closes; a new one for other numbers. */
    named: fc.nat({ max: 5 }),
  }),
  { maxLength: 25 },
)
type Trade = (typeof trades extends fc.Arbitrary<infer All> ? All : never) extends readonly (infer One)[] ? One : never

/** What a venue has open after trades. */
function venueAfter(model: (typeof MODELS)[number], all: readonly Trade[]): StatedPosition[] {
  let open: StatedPosition[] = []
  for (const [n, { named, ...trade }] of all.entries()) {
    const meant = open[named]
    const closed = meant?.instrumentId === trade.instrumentId ? meant : undefined
    const isClosing = closed !== undefined && (closed.direction === 'LONG') === (trade.side === 'SELL')
    const positionId = model === 'hedging' && isClosing ? closed.id : null
    const fill = { ...trade, fee: 0, lotSize: 0, positionId }
    for (const effect of applyFill({ model, positions: open }, fill)) {
      const { instrumentId, price: openPrice } = trade
      if (effect.do === 'open') {
        const id = model === 'netting' ? instrumentId : `t${n}`
        open = [...open, { id, instrumentId, direction: effect.direction, quantity: effect.quantity, openPrice }]
      } else {
        const { position } = effect
        const others = open.filter((one) => one !== position)
        const after =
          effect.do === 'add'
            ? [{ ...position, quantity: effect.quantity, openPrice: effect.openPrice }]
            : effect.isWhole
              ? []
              : [{ ...position, quantity: effect.left }]
        open = [...others, ...after]
      }
    }
  }
  return open
}

function adjusted(model: (typeof MODELS)[number], stated: readonly StatedPosition[], kept: readonly Kept[]): Kept[] {
  const rows = new Map(kept.map((one) => [one.id, one]))
  for (const one of comparePositions(model, stated, kept)) {
    if (one.do === 'open') {
      const row = keptOf({ ...one.stated, quantity: one.quantity })
      // The one that it replaces may have had the same name.
      rows.set(`${row.id} anew`, row)
      continue
    }
    const { id } = one.position
    const row =
      one.do === 'grow'
        ? growExternally(one.position, one.quantity, one.stated)
        : closeExternally(one.position, one.quantity, { time: AT, partId: 'part' }).position
    if (row.status === 'OPEN') rows.set(id, row)
    else rows.delete(id)
  }
  return [...rows.values()]
}

/** What is open in each market, or of each trade. */
function sums(
  model: string,
  all: readonly Pick<StatedPosition, 'instrumentId' | 'direction' | 'quantity'>[],
  key: (at: number) => string,
) {
  const by = new Map<string, number>()
  for (const [at, one] of all.entries()) {
    const name = model === 'netting' ? one.instrumentId : key(at)
    by.set(name, (by.get(name) ?? 0) + (one.direction === 'LONG' ? one.quantity : -one.quantity))
  }
  return Object.fromEntries(
    [...by]
      .filter(([, sum]) => Math.abs(sum) > 1e-7)
      .map(([name, sum]) => [name, sum.toFixed(6)])
      .toSorted(),
  )
}

describe('the legs of a hedging account', () => {
  const [LONG, SHORT] = (['LONG', 'SHORT'] as const).map((direction): StatedPosition => {
    const of = { id: `BTC-${direction}`, instrumentId: MARKETS[1], quantity: 3, openPrice: 100, isLeg: true }
    return { ...of, direction }
  }) as [StatedPosition, StatedPosition]
  const kept = [1, 2].map((quantity, n) => keptOf({ ...LONG, id: `own ${n}`, quantity }))

  it('are the sums of the positions in each direction', () => {
    expect(comparePositions('hedging', [LONG, SHORT], [...kept, keptOf({ ...SHORT, id: 'own 3' })])).toEqual([])
    const [first, second] = kept
    const shorter = { ...LONG, quantity: 1.5 }
    expect(comparePositions('hedging', [shorter], kept)).toEqual([
      { do: 'close', position: first, quantity: 1 },
      { do: 'close', position: second, quantity: 0.5 },
    ])
    expect(comparePositions('hedging', [LONG, SHORT], kept)).toEqual([{ do: 'open', quantity: 3, stated: SHORT }])
    const longer = { ...LONG, quantity: 4 }
    expect(comparePositions('hedging', [longer], kept)).toEqual([
      { do: 'grow', position: first, quantity: 1, stated: longer },
    ])
    expect(comparePositions('hedging', [], kept).map((one) => one.do)).toEqual(['close', 'close'])
  })
})

describe.each(MODELS)('positions of a %s account', (model) => {
  it('do not differ while the books have every execution', () => {
    fc.assert(
      fc.property(trades, (all) => {
        const stated = venueAfter(model, all)
        expect(
          comparePositions(
            model,
            stated,
            stated.map((one) => keptOf(one)),
          ),
        ).toEqual([])
      }),
    )
  })

  it('are those of the venue once what was traded elsewhere is found, and then do not differ', () => {
    fc.assert(
      fc.property(trades, trades, (here, elsewhere) => {
        const kept = venueAfter(model, here).map((one) => keptOf(one))
        const stated = venueAfter(model, [...here, ...elsewhere])
        const after = adjusted(model, stated, kept)
        expect(sums(model, after, (at) => after[at]?.brokerId ?? '')).toEqual(
          sums(model, stated, (at) => stated[at]?.id ?? ''),
        )
        expect(comparePositions(model, stated, after)).toEqual([])
      }),
    )
  })
})

const SHORT: StatedPosition = { id: 't1', instrumentId: 'EURUSD:TEST', direction: 'SHORT', quantity: 3, openPrice: 1.1 }

describe('a position that its venue', () => {
  const kept = keptOf(SHORT)

  it.each(MODELS)('does not have any more was closed elsewhere, at a price that nobody knows (%s)', (model) => {
    const [found] = comparePositions(model, [], [kept])
    expect(found).toEqual({ do: 'close', position: kept, quantity: 3 })
    const { position, part } = closeExternally(kept, 3, { time: AT, partId: 'x' })
    expect([position, part]).toMatchObject([
      { status: 'CLOSED', closeReason: 'external', closePrice: null, profit: 0 },
      null,
    ])
  })

  it.each(MODELS)('has more of was made larger elsewhere, and has the average of the venue (%s)', (model) => {
    const stated = { ...SHORT, quantity: 4, openPrice: 1.2 }
    expect(comparePositions(model, [stated], [kept])).toEqual([{ do: 'grow', position: kept, quantity: 1, stated }])
    expect(growExternally(kept, 1, stated)).toMatchObject({ quantity: 4, openPrice: 1.2, usedMargin: 4 })
  })

  it.each(MODELS)('alone has was opened elsewhere (%s)', (model) => {
    expect(comparePositions(model, [SHORT], [])).toEqual([{ do: 'open', quantity: 3, stated: SHORT }])
  })

  it.each(MODELS)('has on the other side was closed, and opened there (%s)', (model) => {
    const stated = { ...SHORT, direction: 'LONG', quantity: 1 } as const
    expect(comparePositions(model, [stated], [kept])).toEqual([
      { do: 'close', position: kept, quantity: 3 },
      { do: 'open', quantity: 1, stated },
    ])
  })
})
