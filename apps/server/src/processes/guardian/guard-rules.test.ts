import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BTC, guarded, LISTING, POSITION, SECOND_MS } from './account-guard.fixture.ts'
import type { StoredGuard } from './stored-guards.ts'

const MONDAY = Date.UTC(2026, 0, 5, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'], now: MONDAY }))
afterEach(() => void vi.useRealTimers())

type Guarded = ReturnType<typeof guarded>

const measured = ({ guard }: Guarded, rule: string) => guard.measured.find((one) => one.rule === rule)
const steady = () => 60_000
/** What the database says, as often as it is asked. */
async function runTold(account: Guarded, ms: number, told: () => Partial<StoredGuard>): Promise<void> {
  for (let at = 0; at < ms; at += 500) {
    account.guard.update({ ...account.stored, level: account.guard.stored.level, ...told() }, performance.now())
    await account.run(500, steady)
  }
}

describe('a rule shows how far it is from its limit, and then fires once', () => {
  it.each([
    ['daily-loss', {}, 'Lost 1,000.00 today, the limit is 1,000.00'],
    ['drawdown', { dailyLoss: null, drawdown: 1_000 }, 'Lost 1,000.00 from the highest result, the limit is 1,000.00'],
  ])('%s', async (rule, limits, reason) => {
    const stored = { peak: { since: MONDAY, result: null, closedResult: 0 } }
    const account = guarded(10, { limits, stored })
    await account.run(4_000, steady)
    await account.run(4_000, () => 59_100)
    expect(measured(account, rule)).toMatchObject({ value: 900, step: 'WARN', since: expect.any(Number) })
    expect(account.raised).toEqual([])
    await account.run(8_000, () => 59_000)
    expect(account.raised).toEqual([{ level: 'FLATTEN', reason }])
  })

  it('exposure', async () => {
    const account = guarded(10, { limits: { exposure: 66_000 } })
    await account.run(3_000, steady)
    expect(measured(account, 'exposure')).toMatchObject({ value: 60_000.5, step: 'WARN', since: expect.any(Number) })
    expect(account.raised).toEqual([])
    await account.run(6_000, () => 66_000)
    expect(account.raised).toEqual([
      { level: 'NO_NEW', reason: 'Open positions are worth 66,000.50, the limit is 66,000.00' },
    ])
    expect(measured(account, 'exposure')).toMatchObject({ value: 66_000.5, step: 'NO_NEW' })
  })

  it('exposure of opposite positions, as the larger side of their market', async () => {
    const short = { ...POSITION, id: 'short', direction: 'SHORT', quantity: 0.4 } as const
    const account = guarded(10, { positions: [POSITION, short] })
    await account.run(2_000, steady)
    expect(measured(account, 'exposure')?.value).toBe(60_000.5)
  })

  it('order rate', async () => {
    const account = guarded(10, { limits: { orderRate: 5 } })
    const sentAt: number[] = []
    await runTold(account, 10_000, () => {
      if (sentAt.length < 4) sentAt.push(Date.now())
      return { sentAt }
    })
    expect(measured(account, 'order-rate')).toMatchObject({ value: 4, step: 'WARN' })
    expect(account.raised).toEqual([])
    await runTold(account, 3_000, () => ({ sentAt: [...sentAt, Date.now(), Date.now()] }))
    expect(account.raised).toEqual([{ level: 'NO_NEW', reason: 'Sent 6 orders within a minute, the limit is 5' }])
  })

  it('clock skew', async () => {
    const account = guarded(2, { priced: () => ({ time: Date.now() + 3_000, receivedAt: Date.now() }) })
    await account.run(29_000, steady)
    expect(measured(account, 'clock-skew')).toMatchObject({ value: null, step: null })
    await account.run(5 * MINUTE_MS, steady)
    expect(account.raised).toEqual([
      { level: 'NO_NEW', reason: 'The clock of this server is behind that of prices by 3.0 s' },
    ])
    expect(measured(account, 'clock-skew')).toMatchObject({ value: 3, step: 'NO_NEW' })
  })

  it('session not advancing, which raises nothing', async () => {
    const session = { id: 's', name: 'Trend', instrumentId: BTC, rowNo: 1 }
    const account = guarded(10, { positions: [] })
    await runTold(account, 4_500, () => ({ sessions: [session] }))
    expect(measured(account, 'session-lag')).toMatchObject({ value: 3.5, step: null })
    await runTold(account, 4_000, () => ({ sessions: [session] }))
    expect(account.found).toEqual(['The session Trend has taken no prices for 5 s while they come'])
    expect(measured(account, 'session-lag')).toMatchObject({ step: 'WARN' })
    expect(account.raised).toEqual([])
    let rowNo = 1_000
    await runTold(account, 1_000, () => ({ sessions: [{ ...session, rowNo: rowNo++ }] }))
    expect(measured(account, 'session-lag')).toMatchObject({ value: 0, step: null, since: expect.any(Number) })
  })

  it.each([
    ['stale-price', {}, 'NO_NEW'],
    ['unknown-order', { unknownSince: [MONDAY] }, 'NO_NEW'],
  ] as const)('%s', async (rule, told, level) => {
    const account = guarded(rule === 'stale-price' ? 0.001 : 10)
    await runTold(account, 50_000, () => told)
    expect(account.raised).toEqual([])
    expect(measured(account, rule)?.value).toBeGreaterThan(48)
    await runTold(account, 30_000, () => told)
    expect(account.raised).toMatchObject([{ level }])
  })

  it('unprotected position', async () => {
    const account = guarded(10, { positions: [{ ...POSITION, unprotectedSince: MONDAY }] })
    await account.run(8_000, steady)
    expect([measured(account, 'unprotected-position')?.value, account.raised]).toEqual([expect.closeTo(7.9, 0), []])
    await account.run(8_000, steady)
    expect(account.raised).toMatchObject([{ level: 'REDUCE' }])
  })
})

describe('nothing fires for', () => {
  const limits = { dailyLoss: 1_000, exposure: 100_000, orderRate: 10 }
  const nothing = (account: Guarded) => expect([account.found, account.raised]).toEqual([[], []])

  it('ticks that come late for a moment', async () => {
    let late = 0
    const account = guarded(2, { limits, priced: () => ({ time: Date.now() - late }) })
    await account.run(60_000, steady)
    late = 9_000
    await account.run(20_000, steady)
    late = 0
    await account.run(60_000, steady)
    nothing(account)
    expect(measured(account, 'clock-skew')?.value).toBeLessThan(1)
  })

  it.each([HOUR_MS, -HOUR_MS, DAY_MS])('a clock that jumps by %d ms, and back', async (jump) => {
    const bare = { ...POSITION, unprotectedSince: MONDAY + 59_000 }
    let isBare = false
    const positions = [POSITION]
    const account = guarded(2, { limits, positions })
    const told = () => ({ unknownSince: isBare ? [MONDAY + 59_000] : [], sentAt: [MONDAY, MONDAY + 30_000] })
    await runTold(account, 60_000, told)
    // What was stated before the clock was set is not older for it.
    isBare = true
    positions[0] = bare
    await runTold(account, 2_000, told)
    vi.setSystemTime(Date.now() + jump)
    await runTold(account, 3_000, told)
    isBare = false
    positions[0] = POSITION
    await runTold(account, 5_000, told)
    vi.setSystemTime(Date.now() - jump)
    await runTold(account, 60_000, told)
    nothing(account)
  })

  it('a weekend, and the gap after it that loses less than the limit', async () => {
    const friday = Date.UTC(2026, 0, 9, 21, 59)
    const sunday = Date.UTC(2026, 0, 11, 22)
    const listing = { ...LISTING, tradingOpen: null, calendar: 'forex' } as const
    vi.setSystemTime(friday)
    const session = { id: 's', name: 'Trend', instrumentId: BTC, rowNo: 1e6 }
    const account = guarded(0.0001, { limits, listing: () => listing, stored: { sessions: [session] } })
    await account.run(10, steady)
    vi.advanceTimersByTime(sunday - friday - 5_000)
    // Closed still, then open without a first price for a while.
    await account.run(8_000, steady)
    nothing(account)
    await account.run(3_000, () => 59_300, [8_000 + (sunday - friday - 5_000) + 10])
    nothing(account)
  })

  it('a restart at midnight of an account that has lost most of its limit on the day before', async () => {
    vi.setSystemTime(MONDAY + 12 * HOUR_MS - 1_000)
    const yesterday = { at: MONDAY, result: 900 }
    const stored = { reference: yesterday, closedResult: -20_000 }
    const before = guarded(10, { limits, stored })
    await before.run(900, steady)
    vi.advanceTimersByTime(200)
    const after = guarded(10, { limits, stored })
    await after.run(10_000, () => 59_500)
    nothing(after)
    expect(measured(after, 'daily-loss')?.value).toBe(0)
  })

  it('a script that loops: its orders are refused before they are sent, and its process is ended by its own limits', async () => {
    // None of its requests has a time at which it was sent, and its session has ended.
    const account = guarded(10, { limits })
    await runTold(account, 60_000, () => ({ sentAt: [], sessions: [] }))
    nothing(account)
  })

  it('a database that is away while sessions go on', async () => {
    const session = { id: 's', name: 'Trend', instrumentId: BTC, rowNo: 1 }
    const account = guarded(10, { limits, stored: { sessions: [session] } })
    await account.run(60_000, steady)
    nothing(account)
  })
})

it(`looks at what is stated ${SECOND_MS / 1_000} s after a start as at what it has watched all the time`, async () => {
  const account = guarded(10, { positions: [{ ...POSITION, unprotectedSince: MONDAY - 20_000 }] })
  await account.run(SECOND_MS, steady)
  expect(account.raised).toMatchObject([{ level: 'REDUCE' }])
})
