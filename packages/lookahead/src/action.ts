import { isoTime } from '@tradeloom/domain'

import type { Place } from './report.ts'

/** A trading call of a script. */
export interface Action {
  /** Simulated time, UTC milliseconds. */
  readonly time: number
  readonly kind: 'buy' | 'sell' | 'close' | 'close all' | 'modify' | 'cancel' | 'oco'
  /** What else must match: type, quantity, prices and the engine's response. */
  readonly detail: string
  /** Requested stop loss and take profit; runs need not match in these. */
  readonly attached: string
  /** Null when the run did not record places. */
  readonly place: Place | null
}

export interface Difference {
  /** Null when this run had no further action. */
  readonly first: Action | null
  readonly second: Action | null
}

/** Times have fractions of milliseconds, which a shift by decades rounds away. */
const SAME_MS = 1
/** The engine's response is the last word of an order's detail. */
const REJECTED = ' REJECTED'

/** Rejected orders do not count: they reveal nothing. */
export function isEntry({ kind, detail }: Action): boolean {
  return (kind === 'buy' || kind === 'sell') && !detail.endsWith(REJECTED)
}

/** The first action in which two runs differ, or null. `shift` is subtracted from the times of `second`. */
export function firstDifference(first: readonly Action[], second: readonly Action[], shift = 0): Difference | null {
  const length = Math.max(first.length, second.length)
  for (let i = 0; i < length; i++) {
    const one = first[i] ?? null
    const other = second[i] ?? null
    if (one && other && isSame(one, other, shift)) continue
    return { first: one, second: other && { ...other, time: other.time - shift } }
  }
  return null
}

function isSame(one: Action, other: Action, shift: number): boolean {
  return Math.abs(one.time - (other.time - shift)) <= SAME_MS && one.kind === other.kind && one.detail === other.detail
}

/** The share of entries of `first` that `second` repeats at the same time and side: 0 to 1. */
export function survival(first: readonly Action[], second: readonly Action[], shift = 0): number {
  const wanted = first.filter(isEntry)
  if (wanted.length === 0) return 1
  const left = new Map<string, number>()
  for (const action of second.filter(isEntry)) {
    const key = entryKey(action, shift)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  let found = 0
  for (const action of wanted) {
    const key = entryKey(action, 0)
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    found += 1
  }
  return found / wanted.length
}

function entryKey(action: Action, shift: number): string {
  return `${Math.round(action.time - shift)} ${action.kind}`
}

/** The entries of `first` without an equal one in `second`: same time, side, detail and stops. */
export function entriesWithout(first: readonly Action[], second: readonly Action[]): Action[] {
  const key = (action: Action): string => `${entryKey(action, 0)} ${action.detail} ${action.attached}`
  const left = new Map<string, number>()
  for (const action of second.filter(isEntry)) left.set(key(action), (left.get(key(action)) ?? 0) + 1)
  return first.filter(isEntry).filter((action) => {
    const count = left.get(key(action)) ?? 0
    left.set(key(action), count - 1)
    return count <= 0
  })
}

/** For sentences: `buys at 2024-02-05T08:00:00.000Z (line 12)`. */
export function describeAction({ kind, time }: Action): string {
  const verb = {
    buy: 'buys',
    sell: 'sells',
    close: 'closes',
    'close all': 'closes all',
    modify: 'modifies',
    cancel: 'cancels',
    oco: 'links orders',
  }
  return `${verb[kind]} at ${readable(time)}`
}

export function readable(time: number): string {
  return isoTime(Math.floor(time / 1000) * 1000)
    .replace('.000Z', ' UTC')
    .replace('T', ' ')
}

/** The action at which the runs diverge. */
export function earlier({ first, second }: Difference): Action | null {
  if (!first) return second
  if (!second) return first
  return second.time < first.time - SAME_MS ? second : first
}
