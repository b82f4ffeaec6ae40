import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { VenueClock } from '../ports/venue-clock.ts'
import { RateBudget } from './rate-budget.ts'
import { memoryMs, type RateLimit } from './rate-limit.ts'
import { SharedLog } from './shared-log.ts'
import { SharedSilence } from './shared-silence.ts'

export interface BudgetOwner {
  readonly clock: VenueClock
  /** An address of the venue. */
  readonly url: string
  /** Whose limit it is if the venue counts keys. */
  readonly key?: string
  /** Where the processes of this machine share what they may send; null if there are no others. */
  readonly sharedDir: string | null
}

const HOUR = 3_600_000

/** One for each limit of a host, or of a key there, in this process. */
const BUDGETS = new WeakMap<VenueClock, Map<string, RateBudget>>()

/** The budget that everybody on this machine shares who is counted together by the venue. */
export function openBudget({ clock, url, key = '', sharedDir }: BudgetOwner, limit: RateLimit): RateBudget {
  const budgets = BUDGETS.get(clock) ?? new Map<string, RateBudget>()
  BUDGETS.set(clock, budgets)
  const counted = limit.per === 'address' ? '' : `.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  const folder = join(sharedDir ?? '', '.budgets', `${encodeURIComponent(new URL(url).host)}.${limit.name}${counted}`)
  const budget = budgets.get(folder) ?? openNew({ clock, url, sharedDir, folder, limit })
  budgets.set(folder, budget)
  return budget
}

function openNew({
  clock,
  url,
  sharedDir,
  folder,
  limit,
}: Omit<BudgetOwner, 'key'> & { readonly folder: string; readonly limit: RateLimit }): RateBudget {
  const silence = new SharedSilence(clock, url, sharedDir)
  const log = sharedDir === null ? null : new SharedLog(folder, Math.max(HOUR, memoryMs(limit)))
  return new RateBudget({ clock, silence, limit, log })
}
