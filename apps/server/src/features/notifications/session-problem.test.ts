import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { type RunningSession, sessionProblem } from './session-problem.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const INSTRUMENT = 'EURUSD:SIM'

const WELL: RunningSession = {
  id: '01980000-0000-7000-8000-000000000001',
  algorithmName: 'Trend',
  instrumentId: INSTRUMENT,
  started: new Date(NOW - 60 * MINUTE),
  rowNo: 41,
  venue: 'paper',
  limits: {},
  isRun: true,
  isServed: true,
  isGuarded: false,
}

interface World {
  readonly isOpen?: boolean
  /** Minutes since the stream has said anything, since the last price, and since the price that the session takes next. */
  readonly silent?: number
  readonly stood?: number
  readonly next?: number
}

async function problemOf(
  session: Partial<RunningSession>,
  { isOpen = true, silent = 0, stood = 0, next }: World = {},
): Promise<string | null> {
  const listed = listInstrument(defineInstrument(INSTRUMENT, { simulated: true }), {
    status: 'active',
    tradingOpen: isOpen,
  })
  const row = { sequence: 42, time: 0, bid: 1, ask: 1, flags: 0 }
  const received = (minutes: number) => ({ ...row, receivedAt: NOW - minutes * MINUTE })
  return sessionProblem(
    { ...WELL, ...session },
    {
      now: () => NOW,
      listing: async () => listed,
      price: async () => ({ ...received(stood), age: silent * MINUTE }),
      ticks: {
        last: async () => received(stood),
        read: async () => (next === undefined ? [] : [received(next)]),
      },
    },
  )
}

it.each<[string | null, Partial<RunningSession>, World?]>([
  [null, {}],
  [null, {}, { next: 4.9 }],
  ['It is 6 minutes behind its prices', {}, { next: 6 }],
  ['No process runs it', { isRun: false }],
  ['No process works on its account', { isServed: false }],
  ['No guardian watches its account', { limits: { dailyLoss: 100 } }],
  [null, { limits: { dailyLoss: 100 }, isGuarded: true }],
  ['No guardian watches its account', { venue: 'BINANCE' }],
  [`The stream of ${INSTRUMENT} has been silent for 120 s`, {}, { silent: 2 }],
  [`The price of ${INSTRUMENT} has stood still for 360 s`, {}, { stood: 6 }],
  // A market that is closed has no prices.
  [null, {}, { isOpen: false, silent: 600, stood: 600 }],
  ['It has not started yet', { rowNo: null }],
  [null, { rowNo: null, started: new Date(NOW - 4 * MINUTE) }],
  [null, { rowNo: null }, { isOpen: false, stood: 58 }],
])('says %o of a session with %o while %o', async (problem, session, world) => {
  expect(await problemOf(session, world)).toBe(problem)
})
