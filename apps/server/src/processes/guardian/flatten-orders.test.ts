import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAnswers, requestFlatten } from '@tradeloom/kill-switch'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountGuard } from './account-guard.ts'
import { FlattenOrders } from './flatten-orders.ts'

const [WATCHED, STORED, NOBODYS] = [1, 2, 3].map((n) => `0190a7c2-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
const AT = Date.now()
/** More than the pause between two questions to the database. */
const SOON_MS = 600

/** A guard as far as requests are concerned. */
class PlantedGuard {
  readonly stored: { readonly accountId: string; readonly venue: string }
  isClosingDown = false
  isFlat = false
  isWaiting = false
  reasons: string[] = []

  constructor(accountId = WATCHED) {
    this.stored = { accountId, venue: 'binance' }
  }

  flatten(reason: string): void {
    if (this.isClosingDown) return
    this.isClosingDown = true
    this.reasons.push(reason)
  }
}

let dataDir: string
let guard: PlantedGuard
/** Others that are watched. */
let more: PlantedGuard[]
let isAway: boolean
let stored: string[]
let reports: string[]
let now: number
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-flatten-'))
  guard = new PlantedGuard()
  more = []
  isAway = false
  stored = []
  reports = []
  now = AT
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function orders(): FlattenOrders {
  const accounts = [
    { accountId: WATCHED, venue: 'binance' },
    { accountId: STORED, venue: 'paper' },
  ]
  return new FlattenOrders({
    dataDir,
    name: 'one',
    guards: () => [guard, ...more] as unknown as AccountGuard[],
    stored: async (wanted) => {
      if (isAway) throw new Error('away')
      return wanted === 'all' ? accounts : accounts.filter(({ accountId }) => wanted.includes(accountId))
    },
    store: async (accountId) => void stored.push(accountId),
    work: () => undefined,
    report: (message) => void reports.push(message),
    now: () => now,
  })
}

const ask = (accounts: 'all' | string[], at = AT): string => requestFlatten(dataDir, { accounts, by: 'a test', at }).id
const stepsOf = (id: string): Record<string, string> =>
  Object.fromEntries(readAnswers(dataDir, id).flatMap((one) => one.accounts.map((step) => [step.accountId, step.step])))
const later = (): Promise<void> => new Promise((done) => setTimeout(done, SOON_MS))

it('raises what is watched at once, without a database, and the others when it is back', async () => {
  isAway = true
  const [id, one] = [ask([WATCHED, STORED, NOBODYS]), orders()]
  one.look()
  expect(guard.reasons).toEqual(['Closed down by a test'])
  expect(stepsOf(id)).toEqual({ [WATCHED]: 'raised' })
  await later()
  one.look()
  expect(stepsOf(id)).toEqual({ [WATCHED]: 'raised', [STORED]: 'waiting', [NOBODYS]: 'waiting' })
  expect(reports[0]).toContain('could not be read')
  isAway = false
  await expect
    .poll(() => {
      one.look()
      return stepsOf(id)
    })
    .toEqual({ [WATCHED]: 'raised', [STORED]: 'raised' })
  expect(readAnswers(dataDir, id)[0]?.unknown).toEqual([NOBODYS])
  expect(stored).toEqual([STORED])
  guard.isFlat = true
  one.look()
  expect(stepsOf(id)).toMatchObject({ [WATCHED]: 'flat' })
})

it('carries a request out once, also after a start and after a person has let the account trade again', async () => {
  const id = ask('all')
  const first = orders()
  first.look()
  await later()
  first.look()
  first.look()
  expect(guard.reasons).toHaveLength(1)
  guard.isClosingDown = false
  const second = orders()
  second.look()
  await later()
  second.look()
  expect(guard.reasons).toHaveLength(1)
  expect(stored).toEqual([STORED])
  expect(stepsOf(id)).toMatchObject({ [WATCHED]: 'raised' })
})

it('leaves what came after it had been carried out, also when the guardian starts again', async () => {
  const id = ask('all')
  const first = orders()
  first.look()
  await expect
    .poll(() => {
      first.look()
      return readAnswers(dataDir, id)[0]?.isComplete
    })
    .toBe(true)
  more = [new PlantedGuard(NOBODYS)]
  const second = orders()
  second.look()
  await later()
  second.look()
  expect(more[0]?.reasons).toEqual([])
})

it('follows an account that a guardian of another server had watched until then', async () => {
  const id = ask('all')
  const [one, taken] = [orders(), new PlantedGuard(STORED)]
  taken.isClosingDown = true
  one.look()
  more = [taken]
  await expect
    .poll(() => {
      one.look()
      return stepsOf(id)
    })
    .toMatchObject({ [STORED]: 'raised' })
  taken.isFlat = true
  one.look()
  expect(stepsOf(id)).toMatchObject({ [STORED]: 'flat' })
})

it('leaves a request of long ago, and one of the future', () => {
  ask('all', AT - 601_000)
  ask('all', AT + 61_000)
  orders().look()
  expect(guard.reasons).toEqual([])
  ask('all', AT - 599_000)
  orders().look()
  expect(guard.reasons).toHaveLength(1)
})

it('leaves accounts that are not named', () => {
  ask([STORED])
  orders().look()
  expect(guard.reasons).toEqual([])
})
