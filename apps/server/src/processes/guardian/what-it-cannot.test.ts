import { KeyRefused, VenueSilent } from '@tradeloom/venues'
import { expect, it } from 'vitest'
import { POSITION } from './account-guard.fixture.ts'
import type { StoredGuard } from './stored-guards.ts'
import { whatItCannot, whatItCouldNot } from './what-it-cannot.ts'

const REFUSED =
  "Binance refuses the key, so the guardian can close nothing there: close the account's positions at Binance itself"

it('says of a failure what only a person can do about it, and nothing of one that passes', () => {
  const until = Date.UTC(2026, 10, 27, 12, 30)
  expect(whatItCannot(new KeyRefused('-2015'), 'Binance')).toBe(REFUSED)
  expect(whatItCannot(new VenueSilent(until), 'Binance')).toBe(
    "Binance accepts no requests from this server until 2026-11-27 12:30:00 UTC: the guardian closes the account's positions then; only you can close them sooner, at Binance itself",
  )
  expect(whatItCannot(new Error('connect ECONNREFUSED'), 'Binance')).toBe(null)
})

it('says beforehand that a refused key closes nothing, where there is something to close', () => {
  const of = (known: Partial<StoredGuard>) =>
    whatItCouldNot({ positions: [POSITION], ...known } as StoredGuard, 'Binance')
  expect(of({ isRefused: true })).toBe(REFUSED)
  expect([of({ isRefused: true, positions: [] }), of({ isRefused: false }), of({})]).toEqual([null, null, null])
})
