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
const [OWNER, OTHER] = [1, 2].map((n) => `0190a7c2-0000-7000-9000-00000000000${n}`) as [string, string]
const AT = Date.now()
/** More than the pause between two questions to the database. */
const SOON_MS = 600

/** A guard as far as requests are concerned. */
class PlantedGuard {
  readonly stored: { readonly accountId: string; readonly venue: string; readonly userId: string }
  isClosingDown = false
  isFlat = false
  isWaiting = false
  reasons: string[] = []

  constructor(accountId = WATCHED, userId = OWNER) {
    this.stored = { accountId, venue: 'binance', userId }
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
let records: string[]
let now: number
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-flatten-'))
  guard = new PlantedGuard()
  more = []
  isAway = false
  stored = []
  reports = []
  records = []
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
    stored: async ({ accounts: wanted, userId = OWNER }) => {
      if (isAway) throw new Error('away')
      return accounts.filter(({ accountId }) => userId === OWNER && (wanted === 'all' || wanted.includes(accountId)))
    },
    record: async ({ request, accounts: steps, recorded }) =>
      void records.push(`${recorded} ${request.userId ?? 'terminal'} ${steps.map(({ step }) => step).join(' ')}`),
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

it('carries a request out once, also after a start and after a person has released the account', async () => {
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

/** Looks until the database has answered. */
async function settled(id: string, one: FlattenOrders): Promise<void> {
  await expect
    .poll(() => {
      one.look()
      return readAnswers(dataDir, id)[0]?.isComplete
    })
    .toBe(true)
}

it.each(['all', [WATCHED, STORED]] as const)(
  'closes nothing of others for the page of a user: %s',
  async (accounts) => {
    const [of, one] = [{ accounts, by: 'a page', at: AT, userId: OTHER, door: 'server' } as const, orders()]
    const wanted = { ...of, accounts: of.accounts === 'all' ? ('all' as const) : [...of.accounts] }
    isAway = true
    const { id } = requestFlatten(dataDir, wanted)
    one.look()
    await later()
    // Named accounts wait now, and are looked at again.
    one.look()
    one.look()
    isAway = false
    await settled(id, one)
    one.look()
    expect([guard.reasons, stored]).toEqual([[], []])
    const [answer] = readAnswers(dataDir, id)
    expect(answer).toMatchObject({ userId: OTHER, accounts: [], unknown: accounts === 'all' ? [] : [...accounts] })
  },
)

it('closes the accounts of the user whose page asks, and no others', async () => {
  more = [new PlantedGuard(NOBODYS, OTHER)]
  const [{ id }, one] = [requestFlatten(dataDir, { accounts: 'all', by: 'a page', at: AT, userId: OWNER }), orders()]
  one.look()
  await settled(id, one)
  expect([guard.reasons, more[0]?.reasons, stored]).toEqual([['Closed down by a page'], [], [STORED]])
})

it('records once that a request was carried out, and once that everything is flat', async () => {
  const { id } = requestFlatten(dataDir, { accounts: [WATCHED], by: 'a page', at: AT, userId: OWNER })
  const one = orders()
  isAway = true
  one.look()
  await later()
  expect(records).toEqual([])
  isAway = false
  await settled(id, one)
  const recorded = () => {
    one.look()
    return records
  }
  await expect.poll(recorded).toEqual([`used ${OWNER} raised`])
  guard.isFlat = true
  await expect
    .poll(() => {
      one.look()
      return readAnswers(dataDir, id)[0]?.recorded
    })
    .toBe('flat')
  const again = orders()
  again.look()
  await later()
  again.look()
  expect(records).toEqual([`used ${OWNER} raised`, `flat ${OWNER} flat`])
})

it('carries a request out that the disk does not take, and says so from memory', async () => {
  const one = orders()
  const request = { id: NOBODYS, accounts: 'all', by: 'a page', at: AT, userId: OWNER } as const
  one.take(request)
  one.take(request)
  expect(guard.reasons).toEqual(['Closed down by a page'])
  expect(one.answerOf(NOBODYS)).toMatchObject({ userId: OWNER, accounts: [{ accountId: WATCHED, step: 'raised' }] })
})
