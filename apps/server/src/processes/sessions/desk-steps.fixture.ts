import { expect } from 'vitest'
import type { BinanceDesk } from '../brokers/binance-desk.fixture.ts'
import { linesOf, startSession } from './desk-sessions.fixture.ts'

/** From which price on the script acts. */
const BEGINS = 60_100

/** What the script does, and how it sees that this is done. Fees are paid in coins, a thousandth of what is bought. */
const STEPS = [
  ['buy({ quantity: 0.1 })', 'sized(0.0999)'],
  ['closePosition(sized(0.0999), 0.05)', 'sized(0.0499)'],
  ['buy({ quantity: 0.11 })', 'sized(0.10989)'],
  ['buy({ quantity: 0.12 })', 'sized(0.11988)'],
  ['closePosition(sized(0.10989))', '!sized(0.10989)'],
  ['buy({ quantity: 0.13, stopLoss: 59000 })', 'sized(0.12987)'],
  ['modify(sized(0.11988), { stopLoss: 58500 })', 'sized(0.11988).stopLoss === 58500'],
]

/** One step after the other; each is taken again where it was refused, as while prices are caught up with. */
const SCRIPT = `
  const steps = [${STEPS.map(([does, isDone]) => `[() => ${does}, () => ${isDone}]`).join(', ')}]
  let taken = 0
  const sized = (quantity) => positions.all().find((one) => Math.abs(one.quantity - quantity) < 1e-9)
  function onTick(tick) {
    if (tick.bid < ${BEGINS} || taken === steps.length) return
    if (orders.count > 0 || positions.all().some(({ pending }) => pending !== null)) return
    const [does, isDone] = steps[taken]
    if (!isDone()) return does()
    taken += 1
    if (taken === steps.length) for (const { quantity, stopLoss } of positions.all()) log('has', quantity, stopLoss)
  }`

/** A session that will buy, close a half, buy more, and close one of those. */
export const prepareSteps = (desk: BinanceDesk): Promise<string> => startSession(desk, SCRIPT)

export const beginSteps = async (desk: BinanceDesk): Promise<void> => desk.price(BEGINS)

/** The script has what the ledger has, and so does the venue, with the stops of each. */
export async function expectStepsTaken(desk: BinanceDesk, session: string): Promise<void> {
  const held = ['has 0.0499 null', 'has 0.11988 58500', 'has 0.12987 59000']
  const said = async () => (await linesOf(desk, session)).filter((line) => line.startsWith('has'))
  await expect.poll(said).toEqual(held)
  const open = async () => (await desk.positions()).filter(({ status }) => status === 'OPEN')
  const booked = async () => (await open()).map(({ quantity, stopLoss }) => `has ${quantity} ${stopLoss}`).toSorted()
  await expect.poll(booked).toEqual(held)
  const stops = [
    ['STOP_LOSS', 58_500, 0.11988],
    ['STOP_LOSS', 59_000, 0.12987],
  ]
  await expect.poll(() => desk.protectionsAtVenue().toSorted(([, one], [, other]) => one - other)).toEqual(stops)
}
