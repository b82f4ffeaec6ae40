import { UserError } from '@tradeloom/domain'
import type { MarketStore } from '../store/market-store.ts'
import type { ImportTarget } from './import-files.ts'

const MB = 1024 * 1024

/** What is wrong if stored data with `more` bytes reaches the quota; null if nothing is. */
export function storageProblem(storedBytes: number, quotaBytes: number, more = 0): string | null {
  if (storedBytes + more < quotaBytes) return null
  const added = more > 0 ? `, and this adds ${inMb(more)}` : ''
  return `Your market data uses ${inMb(storedBytes)} of your ${inMb(quotaBytes)} quota${added}. Delete data that you no longer need`
}

/** An owner's view of the store, which refuses data beyond the quota. */
export function withinQuota(view: MarketStore, quotaBytes: number): ImportTarget {
  const putAll: ImportTarget['putAll'] = async (batches, options) => {
    const stored = await view.ownBytes()
    const onGrowth = async (bytes: number): Promise<void> => {
      const problem = storageProblem(stored, quotaBytes, bytes)
      if (problem !== null) throw new UserError('limit', problem)
    }
    return view.putAll(batches, { ...options, onGrowth })
  }
  return { ...view, putAll }
}

export function inMb(bytes: number): string {
  return `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
