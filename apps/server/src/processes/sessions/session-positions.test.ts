import { defineInstrument, type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { DEFAULT_MODELS, type SessionSpec } from '@tradeloom/engine'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { SessionInMemory } from './session-in-memory.fixture.ts'
import { SpotBooks } from './spot-books.fixture.ts'

const LOT = 0.0001
/** A Monday. */
const START = Date.UTC(2024, 0, 8)
const COIN = defineInstrument('BTCUSD:TEST', { simulated: true, calendar: 'always', lotSize: LOT, minQuantity: LOT })
const LISTED = listInstrument({ ...COIN, dealt: 'BTC', quote: 'USD' }, { status: 'active', tradingOpen: true })
const rounds = inject('lane') === 'full' ? 500 : 40

function specOf(instrument: ListedInstrument): SessionSpec {
  const { id } = instrument
  return {
    ...DEFAULT_MODELS,
    instrument: { ...COIN, id, dealt: 'BTC', quote: 'USD' },
    conversions: [],
    interval: 'Tick',
    resolution: 0,
    start: START,
    end: null,
    initialBalance: 1_000_000,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 1,
  }
}

/** What the script does with one price, and what the venue does after it. */
interface Step {
  readonly acts: readonly Act[]
  readonly venue: readonly Deed[]
  readonly isReplayed: boolean
}

type Act =
  | { readonly do: 'buy'; readonly lots: number; readonly hasStop: boolean }
  | { readonly do: 'close'; readonly at: number; readonly share: number }
  | { readonly do: 'modify'; readonly at: number; readonly stop: number }
  | { readonly do: 'closeAll' }
  | { readonly do: 'cancel'; readonly at: number }

interface Deed {
  readonly do: 'fill' | 'end' | 'reduce'
  readonly at: number
  readonly share: number
}

const scriptOf = (steps: readonly Step[]): string => `
  const plan = ${JSON.stringify(steps.map(({ acts }) => acts))}
  let n = 0
  function onTick(tick) {
    for (const act of plan[n++] ?? []) {
      const open = positions.all()
      const position = open[(act.at ?? 0) % Math.max(1, open.length)]
      if (act.do === 'buy') buy({ quantity: act.lots * ${LOT}, ...(act.hasStop && { stopLoss: tick.bid - 1000 - act.lots }) })
      if (act.do === 'closeAll') closeAll()
      if (act.do === 'close' && position) closePosition(position, Math.ceil(position.quantity * act.share / ${LOT} - 1e-6) * ${LOT})
      if (act.do === 'modify' && position) modify(position, { stopLoss: tick.bid - act.stop })
      const waiting = orders.all()
      if (act.do === 'cancel' && waiting.length > 0) cancel(waiting[act.at % waiting.length])
    }
  }`

const at = fc.nat(9)
const share = fc.constantFrom(0.1, 0.25, 0.5, 0.7, 1)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      lots: fc.integer({ min: 1, max: 40 }),
      hasStop: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('close' as const), at, share }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('modify' as const), at, stop: fc.integer({ min: 500, max: 2_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'closeAll' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
)
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('fill' as const), at, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), at, share: fc.constantFrom(0, 0.5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reduce' as const), at, share }) },
)
const anyStep: fc.Arbitrary<Step> = fc.record({
  acts: fc.array(anyAct, { maxLength: 3 }),
  venue: fc.array(anyDeed, { maxLength: 4 }),
  isReplayed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})

const bidAt = (row: number): number => 60_000 + ((row * 37) % 100)

/** Each position of the books is the engine's by its number, with the same side, quantity and stop, and there is no other. */
function expectSame(session: SessionInMemory, books: SpotBooks): void {
  const held = [...books.positions.values()].filter(({ status }) => status === 'OPEN')
  const sum = held.reduce((total, { quantity }) => total + quantity, 0)
  expect(Math.abs(books.coins - sum)).toBeLessThan(LOT * books.positions.size + 1e-9)
  const numbered = held.map((position) => ({ ...position, number: session.orders.positionNumber(position.id) }))
  const engine = new Map(session.open.map((position) => [position.id, position]))
  for (const { number, quantity, direction, stopLoss } of numbered) {
    const own = engine.get(number ?? 0)
    expect(own, `position ${number}`).toMatchObject({ direction, stopLoss })
    expect(Math.abs((own?.quantity ?? 0) - quantity), `position ${number}`).toBeLessThan(LOT + 1e-9)
  }
  expect(session.open.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    numbered.map(({ number }) => number ?? 0).toSorted((a, b) => a - b),
  )
}

async function play(steps: readonly Step[]): Promise<void> {
  const books = new SpotBooks(LISTED)
  const session = new SessionInMemory(specOf(LISTED), scriptOf(steps), books)
  const heard = async (): Promise<void> => {
    let asked = -1
    // What a script asks for when it hears of something is answered, too.
    while (asked !== session.intentCount) {
      asked = session.intentCount
      await session.step()
    }
    expectSame(session, books)
  }
  for (const [row, { venue, isReplayed }] of steps.entries()) {
    const [time, bid] = [START + row * 1_000, bidAt(row)]
    session.ticks.push({ sequence: row, time, receivedAt: time, bid, ask: bid + 1, flags: 0 })
    await heard()
    for (const deed of venue) {
      if (deed.do === 'fill') books.fill(deed.at, deed.share, bid, time)
      else if (deed.do === 'end') books.end(deed.at, deed.share, bid, time)
      else books.reduce(deed.at, deed.share, bid, time)
      // Some are heard of together.
      if (deed.at % 3 > 0) await heard()
    }
    await heard()
    if (!isReplayed) continue
    await session.restart()
    await heard()
  }
}

describe('positions of engine, session, books and venue', () => {
  it('are the same after a part of one was closed and others were opened', async () => {
    const buy = (lots: number): Act => ({ do: 'buy', lots, hasStop: lots === 120 })
    const fill: Deed = { do: 'fill', at: 0, share: 1 }
    const step = (act: Act): Step => ({ acts: [act], venue: [fill], isReplayed: true })
    await play([
      step(buy(100)),
      step({ do: 'close', at: 0, share: 0.5 }),
      step(buy(110)),
      step(buy(120)),
      step({ do: 'close', at: 1, share: 1 }),
      step({ do: 'modify', at: 0, stop: 700 }),
      step(buy(120)),
    ])
  })

  it('are the same after the venue has taken a part away while the rest of its order was still to come', async () => {
    const step = (acts: Act[], ...venue: Deed[]): Step => ({ acts, venue, isReplayed: true })
    const fill = (at: number, share: number): Deed => ({ do: 'fill', at, share })
    await play([
      step([{ do: 'buy', lots: 8, hasStop: false }], fill(0, 0.25), { do: 'reduce', at: 0, share: 1 }),
      step([], fill(0, 0.5)),
      step([{ do: 'closeAll' }]),
      step([], fill(1, 1)),
    ])
  })

  it('are the same after each event and each replay, whatever a script does and in whatever parts it is executed', async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 20 }), play), { numRuns: rounds })
  })
})
