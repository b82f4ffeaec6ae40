import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guarded, POSITION, SECOND_MS } from './account-guard.fixture.ts'
import type { Reference, StoredGuard, StoredPeak } from './stored-guards.ts'

const UNPRICED = 'NEWUSDT:BINANCE'
const SINCE = 1_000_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('sells for no quote that was wrong for a moment, however often the market is quoted', async () => {
  const rows: string[] = []
  for (const perSecond of [100, 1, 0.05]) {
    for (const wrongFor of [100, 400, 900]) {
      // The wrong one comes at another moment of the pause between two looks each time.
      let count = 0
      for (const shift of [0, 50, 100]) {
        const account = guarded(perSecond)
        const from = 3_000 + shift
        const isWrong = (at: number): boolean => at >= from && at < from + wrongFor
        await account.run(6_000, (at) => (isWrong(at) ? 54_000 : 60_000), [from, from + wrongFor])
        if (account.flattenedAt() !== null) count += 1
      }
      rows.push(`${perSecond} quotes/s, wrong for ${wrongFor} ms: sold ${count} of 3`)
    }
  }
  expect(rows).toEqual([
    '100 quotes/s, wrong for 100 ms: sold 0 of 3',
    '100 quotes/s, wrong for 400 ms: sold 0 of 3',
    // By then it is what the market says.
    '100 quotes/s, wrong for 900 ms: sold 3 of 3',
    '1 quotes/s, wrong for 100 ms: sold 0 of 3',
    '1 quotes/s, wrong for 400 ms: sold 0 of 3',
    '1 quotes/s, wrong for 900 ms: sold 0 of 3',
    '0.05 quotes/s, wrong for 100 ms: sold 0 of 3',
    '0.05 quotes/s, wrong for 400 ms: sold 0 of 3',
    '0.05 quotes/s, wrong for 900 ms: sold 0 of 3',
  ])
})

it.each([100, 1, 0.05])(
  'starts to sell within 1.2 s of a fall in a market with %d quotes a second',
  async (perSecond) => {
    for (const shift of [0, 50, 100]) {
      const account = guarded(perSecond)
      const from = 3_000 + shift
      await account.run(6_000, (at) => (at >= from ? 54_000 : 60_000), [from])
      expect(account.flattenedAt()).not.toBeNull()
      expect((account.flattenedAt() ?? 0) - from).toBeLessThanOrEqual(1_200)
    }
  },
)

it('counts the day from no quote that was wrong for a moment', async () => {
  const account = guarded(100)
  await account.run(6_000, (at) => (at < 300 ? 66_000 : 60_000))
  expect(account.flattenedAt()).toBeNull()
})

it('judges the loss of an account of which one position has no price', async () => {
  const positions = [POSITION, { ...POSITION, id: 'q', instrumentId: UNPRICED }]
  const account = guarded(100, { positions })
  await account.run(6_000, (at) => (at >= 3_000 ? 54_000 : 60_000))
  expect(account.flattenedAt()).not.toBeNull()
})

it('says that a price is missing once it is not only late, and lets the account open nothing after a minute', async () => {
  const positions = [{ ...POSITION, id: 'q', instrumentId: UNPRICED }]
  const account = guarded(1, { positions })
  await account.run(9_000, () => 60_000)
  expect([account.found, account.raised]).toEqual([[], []])
  await account.run(40_000, () => 60_000)
  expect(account.found).toContain(`There is no price of ${UNPRICED}`)
  expect(account.raised).toEqual([])
  await account.run(15_000, () => 60_000)
  expect(account.raised).toMatchObject([{ level: 'NO_NEW' }])
})

it('closes nothing down before a closing by hand that is on its way has its answer', async () => {
  const answer = Promise.withResolvers<void>()
  let isAsked = false
  const settled = () => {
    isAsked = true
    return answer.promise
  }
  const account = guarded(100, { settled })
  const ran = account.run(6_000, (at) => (at >= 3_000 ? 54_000 : 60_000))
  await new Promise(setImmediate)
  expect([isAsked, account.flattenedAt()]).toEqual([true, null])
  answer.resolve()
  await ran
  expect(account.flattenedAt()).not.toBeNull()
})

it('sells once the database has its level, with what it says then of sales by others', async () => {
  const answer = Promise.withResolvers<StoredGuard | null>()
  let isAsked = false
  const read = () => {
    isAsked = true
    return answer.promise
  }
  const account = guarded(100, { read })
  const ran = account.run(6_000, (at) => (at >= 3_000 ? 54_000 : 60_000))
  await expect.poll(() => isAsked).toBe(true)
  expect(account.flattenedAt()).toBeNull()
  const now = { ...account.stored, level: 'FLATTEN', sales: [{ clientId: 'by hand' }] } as unknown as StoredGuard
  answer.resolve(now)
  await ran
  expect(account.flattenedWith()).toEqual(now)
})

it('sells with what was known before while the database does not answer', async () => {
  const write = (): Promise<boolean> => {
    vi.advanceTimersByTime(SECOND_MS)
    return new Promise(() => undefined)
  }
  const account = guarded(100, { write })
  await account.run(6_000, (at) => (at >= 3_000 ? 54_000 : 60_000))
  expect(account.flattenedWith()).toEqual(account.stored)
})

it('counts the day anew, without what was open before, when a person releases the account', async () => {
  const [positions, counted] = [[POSITION], [] as number[]]
  const refer = async (_: string, { result }: Reference): Promise<void> => void counted.push(result)
  const account = guarded(100, { positions, refer })
  await account.run(6_000, (at) => (at >= 3_000 ? 54_000 : 60_000))
  account.guard.update({ ...account.stored, reference: { at: Date.now(), result: 0 } }, performance.now())
  positions.length = 0
  account.guard.update(account.stored, performance.now())
  await account.run(3_000, () => 54_000)
  expect(counted).toEqual([0, 0])
})

/** Watches one coin for a drawdown of 1,000, and no loss of the day. */
function drawnDown(perSecond: number, peak: Partial<StoredPeak> = {}) {
  const written: { since: number; result: number }[] = []
  const write = async (_: string, since: number, result: number): Promise<void> => {
    written.push({ since, result })
  }
  const account = guarded(perSecond, { limits: { dailyLoss: null, drawdown: 1_000 }, peak: write })
  const stored = { ...account.stored, peak: { since: SINCE, result: null, closedResult: 0, ...peak } }
  const tell = (told: Partial<StoredPeak>): void =>
    account.guard.update({ ...stored, peak: { ...stored.peak, ...told } }, performance.now())
  tell({})
  return { ...account, written, tell }
}

it('closes an account down that has fallen from its highest result, although it is above where it began', async () => {
  const account = drawnDown(100)
  await account.run(4_000, (at) => 60_000 + Math.min(2_000, at))
  await account.run(4_000, () => 61_100)
  expect([account.flattenedAt(), account.found]).toEqual([
    null,
    ['Lost 900.00 from the highest result, the limit is 1,000.00'],
  ])
  await account.run(3_000, () => 61_000)
  expect(account.flattenedAt()).not.toBeNull()
})

it('writes a highest result that rises all the time once a second, and none that is known', async () => {
  const account = drawnDown(100)
  await account.run(6_000, (at) => 60_000 + at)
  const results = account.written.map(({ result }) => result)
  expect(results).toEqual([...new Set(results)].toSorted((a, b) => a - b))
  expect(results.length).toBeGreaterThanOrEqual(4)
  expect(results.length).toBeLessThanOrEqual(6)
  account.tell({ result: 9_000 })
  account.written.length = 0
  await account.run(2_000, () => 66_000)
  expect(account.written).toEqual([])
})

it('takes no quote that was wrong for a moment for a highest result', async () => {
  for (const perSecond of [100, 1, 0.05]) {
    for (const wrongFor of [100, 400]) {
      for (const shift of [0, 50, 100]) {
        const account = drawnDown(perSecond)
        const from = 3_000 + shift
        const isWrong = (at: number): boolean => at >= from && at < from + wrongFor
        await account.run(6_000, (at) => (isWrong(at) ? 66_000 : 60_000), [from, from + wrongFor])
        expect(account.flattenedAt()).toBeNull()
        expect(new Set(account.written.map(({ result }) => result))).toEqual(new Set([0]))
      }
    }
  }
})

it('counts a profit that was taken as no drawdown, and goes on from the highest result that was stored', async () => {
  const account = drawnDown(100, { result: 2_500, closedResult: 2_000 })
  await account.run(3_000, () => 60_000)
  expect(account.flattenedAt()).toBeNull()
  await account.run(3_000, () => 59_500)
  expect(account.flattenedAt()).not.toBeNull()
})

it('counts the drawdown anew when a person releases the account', async () => {
  const account = drawnDown(100, { result: 2_500, closedResult: 1_600 })
  await account.run(3_000, () => 60_000)
  account.tell({ since: SINCE + 1, result: null })
  await account.run(3_000, () => 59_500)
  expect([account.flattenedAt(), account.written.at(-1)]).toEqual([null, { since: SINCE + 1, result: 1_100 }])
})
