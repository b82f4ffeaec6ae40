import type { CustodyState } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { WITHDRAWN } from '../intents/next-intent.ts'
import { custodyCause, type CustodyFacts } from './custody-cause.ts'

const facts: CustodyFacts = {
  position: { isOfSession: false },
  closing: null,
  closedBy: null,
  isFlattened: false,
  newest: null,
}
const working = { state: 'WORKING', reason: null, filled: 0, isResized: false } as const
const ofSession = { position: { isOfSession: true } }

const causeOf = (state: CustodyState, changes: Partial<CustodyFacts> = {}) =>
  custodyCause({ state, isProtected: true }, { ...facts, ...changes })
const ended = (state: 'CANCELED' | 'EXPIRED' | 'REJECTED' | 'UNSENT', reason: string | null = null) => ({
  newest: { ...working, state, reason },
})

it('of a stop that is there is custody, and of one that is held the venue, if it has refused it', () => {
  expect(causeOf('COVERED', ofSession)).toBe('custody')
  expect(causeOf('HELD')).toBe('custody')
  expect(causeOf('HELD', ended('REJECTED', 'it would trigger at once'))).toBe('venue')
})

it('of what is on its way is whoever has asked for the closing, or custody', () => {
  const closing = { isOfSession: false, reason: null }
  expect(causeOf('BUSY')).toBe('custody')
  expect(causeOf('BUSY', { closing })).toBe('person')
  expect(causeOf('BUSY', { closing: { ...closing, isOfSession: true } })).toBe('script')
  expect(causeOf('BUSY', { closing: { ...closing, reason: 'trailing-stop' } })).toBe('custody')
  expect(causeOf('BUSY', { closing: { ...closing, reason: 'guardian' } })).toBe('guardian')
  expect(causeOf('BUSY', { closing, isFlattened: true })).toBe('guardian')
})

it('of a stop that is gone is whoever has ended it: elsewhere, unless it was withdrawn or refused', () => {
  expect(causeOf('BARE', ended('CANCELED', WITHDRAWN))).toBe('custody')
  expect(causeOf('BARE', ended('CANCELED'))).toBe('elsewhere')
  expect(causeOf('BARE', ended('EXPIRED'))).toBe('elsewhere')
  expect(causeOf('BARE', { newest: working })).toBe('elsewhere')
  expect(causeOf('BARE', ended('REJECTED'))).toBe('venue')
  expect(causeOf('BARE', ended('UNSENT'))).toBe('venue')
  expect([causeOf('BARE'), causeOf('BARE', ofSession)]).toEqual(['person', 'script'])
})

it('of a wrong quantity is whoever has changed the order, executed a part of it, or traded the position', () => {
  expect(causeOf('SHORT', { newest: { ...working, isResized: true } })).toBe('elsewhere')
  expect(causeOf('SHORT', { newest: { ...working, filled: 0.1 } })).toBe('venue')
  expect(causeOf('SHORT', { ...ofSession, newest: working })).toBe('script')
})

it('of what is left over is whoever has closed the position, and strangers are from elsewhere', () => {
  expect([causeOf('ORPHAN'), causeOf('ORPHAN', ofSession)]).toEqual(['person', 'script'])
  expect(causeOf('ORPHAN', { closedBy: 'external' })).toBe('elsewhere')
  expect(causeOf('ORPHAN', { closedBy: 'guardian' })).toBe('guardian')
  expect(causeOf('ORPHAN', { closedBy: 'stop-loss' })).toBe('venue')
  expect([causeOf('DOUBLE'), causeOf('STRANGER')]).toEqual(['venue', 'elsewhere'])
})
