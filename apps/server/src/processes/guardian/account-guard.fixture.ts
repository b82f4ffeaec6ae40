import {
  defineInstrument,
  type GuardLimits,
  guardLimits,
  type ListedInstrument,
  listInstrument,
} from '@tradeloom/domain'
import { vi } from 'vitest'
import type { LivePrice } from '../../trading-core/prices/valuation.ts'
import { AccountGuard } from './account-guard.ts'
import type { RaisedLevel } from './guard-file.ts'
import type { HeldPosition, Reference, StoredGuard } from './stored-guards.ts'

export const BTC = 'BTCUSDT:BINANCE'
export const LISTING = listInstrument(
  { ...defineInstrument(BTC), simulated: false },
  { status: 'active', tradingOpen: true, minNotional: 5 },
)
const JUDGE_MS = 150
export const SECOND_MS = 1_000
export const POSITION: HeldPosition = {
  id: 'p',
  instrumentId: BTC,
  direction: 'LONG',
  quantity: 1,
  brokerId: 'p',
  openPrice: 60_000,
  profit: 0,
  unprotectedSince: null,
}

interface Answers {
  readonly limits?: Partial<GuardLimits>
  readonly positions?: readonly HeldPosition[]
  readonly stored?: Partial<StoredGuard>
  readonly listing?: () => ListedInstrument
  /** Of the price with that number, what is not as if it was quoted now. */
  readonly priced?: (sequence: number) => Partial<LivePrice>
  readonly settled?: () => Promise<void>
  readonly write?: () => Promise<boolean>
  readonly read?: () => Promise<StoredGuard | null>
  readonly refer?: (accountId: string, reference: Reference) => Promise<void>
  readonly peak?: (accountId: string, since: number, result: number) => Promise<void>
}

/** A guard with a limit of 1,000 on one coin; time passes only in `run`, so timers are to be fake. */
export function guarded(perSecond: number, { limits = {}, stored: told = {}, ...answers }: Answers = {}) {
  const { positions = [POSITION], listing = () => LISTING, priced = () => ({}) } = answers
  let bid = 60_000
  let sequence = 0
  const start = performance.now()
  let heardAt = Date.now()
  const price = async (id: string): Promise<LivePrice | null> => {
    if (id !== BTC) return null
    const age = Math.max(0, Date.now() - heardAt)
    return { bid, ask: bid + 1, age, sequence, time: heardAt, receivedAt: heardAt, ...priced(sequence) }
  }
  let flattened: number | null = null
  let flattenedWith: StoredGuard | null = null
  const closer = {
    isOwnClient: true,
    closings: [],
    held: () => ({ positions, closedProfit: 0 }),
    follow: () => undefined,
    step: async (known: StoredGuard) => {
      flattened ??= performance.now() - start
      flattenedWith ??= known
      return false
    },
    close: () => undefined,
  }
  const stored = {
    accountId: 'a',
    currency: 'USDT',
    level: 'ACTIVE',
    limits: guardLimits({ dailyLoss: 1_000, ...limits }),
    peak: null,
    reference: null,
    closedResult: 0,
    unknownSince: [],
    orderNumbers: [],
    sentAt: [],
    sessions: [],
    ...told,
  } as unknown as StoredGuard
  const found: string[] = []
  const raised: RaisedLevel[] = []
  const guard = new AccountGuard(stored, null, {
    pricing: { instrument: async () => listing(), price, rate: async () => 1 },
    closer,
    now: () => Date.now(),
    save: () => undefined,
    write: async () => true,
    refer: async () => undefined,
    peak: async () => undefined,
    onFindings: (reasons) => void found.push(...reasons),
    onRaised: (level) => void raised.push(level),
    settled: async () => undefined,
    onFlat: () => undefined,
    read: async () => null,
    ...answers,
  })
  /** Quotes come at their pace, and one more at each of the times `at`. */
  const run = async (ms: number, bidAt: (at: number) => number, extra: readonly number[] = []): Promise<void> => {
    const end = performance.now() - start + ms
    for (let at = performance.now() - start; at < end; at += 10) {
      const isQuoted = at % (SECOND_MS / perSecond) < 10 || extra.includes(at)
      if (isQuoted) [bid, sequence, heardAt] = [bidAt(at), sequence + 1, Date.now()]
      if (Math.floor(at / JUDGE_MS) !== Math.floor((at - 10) / JUDGE_MS)) await guard.work()
      vi.advanceTimersByTime(10)
    }
  }
  return { guard, run, found, raised, stored, flattenedAt: () => flattened, flattenedWith: () => flattenedWith }
}
