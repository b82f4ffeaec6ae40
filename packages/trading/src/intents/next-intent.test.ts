import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IntentState } from './intent-state.ts'
import { hasEnded, type IntentEvent, type IntentFacts, nextIntent } from './next-intent.ts'

const WRITTEN: IntentFacts = {
  state: 'WRITTEN',
  quantity: 3,
  venueId: null,
  filled: 0,
  average: null,
  tradeIds: new Set(),
  reason: null,
}
const CLAIMED: IntentEvent = { kind: 'CLAIMED' }
const ACCEPTED: IntentEvent = { kind: 'ACCEPTED', venueId: 'v1' }
const UNANSWERED: IntentEvent = { kind: 'UNANSWERED', reason: 'no answer' }
const NOT_THERE: IntentEvent = { kind: 'NOT_THERE' }
const GIVEN_UP: IntentEvent = { kind: 'GIVEN_UP', reason: 'its owner says so' }
const CANCELED: IntentEvent = { kind: 'ENDED', state: 'CANCELED', reason: null }
const fill = (tradeId: string, quantity = 1, price = 10): IntentEvent => ({ kind: 'FILLED', tradeId, quantity, price })

const after = (...events: readonly IntentEvent[]): IntentFacts => events.reduce(nextIntent, WRITTEN)

const anyEvent: fc.Arbitrary<IntentEvent> = fc.oneof(
  fc.constantFrom<IntentEvent>(
    CLAIMED,
    ACCEPTED,
    UNANSWERED,
    NOT_THERE,
    GIVEN_UP,
    CANCELED,
    { kind: 'DROPPED', reason: 'too old' },
    { kind: 'DONE', venueId: 'v2' },
    { kind: 'REFUSED', reason: 'no money' },
    { kind: 'ENDED', state: 'EXPIRED', reason: null },
  ),
  fc.record({
    kind: fc.constant('FILLED' as const),
    tradeId: fc.constantFrom('a', 'b', 'c', 'd'),
    quantity: fc.constant(1),
    price: fc.constantFrom(10, 11),
  }),
)
const anyEvents = fc.array(anyEvent, { maxLength: 12 })

describe('the states of an intent', () => {
  it.each<[string, readonly IntentEvent[], IntentState]>([
    ['claimed and answered', [CLAIMED, ACCEPTED], 'WORKING'],
    ['dropped before it was claimed', [{ kind: 'DROPPED', reason: 'old' }], 'UNSENT'],
    ['dropped by a process that was frozen', [CLAIMED, { kind: 'DROPPED', reason: 'frozen' }], 'UNSENT'],
    ['refused', [CLAIMED, { kind: 'REFUSED', reason: 'no' }], 'REJECTED'],
    ['without an answer', [CLAIMED, UNANSWERED], 'UNKNOWN'],
    ['found by its client id', [CLAIMED, UNANSWERED, ACCEPTED], 'WORKING'],
    ['proven absent', [CLAIMED, UNANSWERED, NOT_THERE], 'ABSENT'],
    ['absent, and then there after all', [CLAIMED, UNANSWERED, NOT_THERE, ACCEPTED], 'STRAY'],
    ['absent, and then filled', [CLAIMED, UNANSWERED, NOT_THERE, fill('a')], 'STRAY'],
    ['given up by its owner', [CLAIMED, UNANSWERED, GIVEN_UP], 'ABSENT'],
    ['given up, and then there after all', [CLAIMED, UNANSWERED, GIVEN_UP, ACCEPTED], 'STRAY'],
    ['given up while it is sent', [CLAIMED, GIVEN_UP], 'SENDING'],
    ['given up after it was found', [CLAIMED, UNANSWERED, ACCEPTED, GIVEN_UP], 'WORKING'],
    ['carried out', [CLAIMED, UNANSWERED, { kind: 'DONE', venueId: 'v2' }], 'DONE'],
    ['filled in part', [CLAIMED, ACCEPTED, fill('a')], 'PARTIAL'],
    ['filled', [CLAIMED, ACCEPTED, fill('a'), fill('b'), fill('c')], 'FILLED'],
    ['filled before the answer', [CLAIMED, fill('a', 3), ACCEPTED], 'FILLED'],
    ['canceled', [CLAIMED, ACCEPTED, CANCELED], 'CANCELED'],
    ['vanished from the venue', [CLAIMED, ACCEPTED, NOT_THERE], 'CANCELED'],
    ['canceled after it was filled', [CLAIMED, ACCEPTED, fill('a', 3), CANCELED], 'FILLED'],
    ['refused with a fill', [CLAIMED, fill('a'), { kind: 'REFUSED', reason: 'rest' }], 'REJECTED'],
  ])('%s', (_, events, state) => {
    expect(after(...events).state).toBe(state)
  })

  it('books a late fill of a canceled order, which stays canceled', () => {
    const { state, filled, average } = after(CLAIMED, ACCEPTED, fill('a', 1, 10), CANCELED, fill('b', 1, 12))
    expect([state, filled, average]).toEqual(['CANCELED', 2, 11])
  })

  it('never sends an intent twice, whatever happens', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let facts = WRITTEN
        let sent = 0
        for (const event of events) {
          const next = nextIntent(facts, event)
          if (next.state === 'SENDING' && facts.state !== 'SENDING') sent += 1
          facts = next
        }
        expect(sent).toBeLessThanOrEqual(1)
      }),
      { numRuns: 5_000 },
    )
  })

  it('books each trade once, in any order and in every state', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const trades = new Map<string, number>()
        for (const event of events) {
          if (event.kind === 'FILLED' && !trades.has(event.tradeId)) trades.set(event.tradeId, event.price)
        }
        const { filled, average } = after(...events)
        expect(filled).toBe(trades.size)
        const sum = [...trades.values()].reduce((total, price) => total + price, 0)
        if (trades.size > 0) expect(average).toBeCloseTo(sum / trades.size, 9)
      }),
      { numRuns: 5_000 },
    )
  })

  it('keeps an ended intent ended', () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (events, event) => {
        const facts = after(...events)
        if (hasEnded(facts.state)) expect(hasEnded(nextIntent(facts, event).state)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('counts silence as unknown, never as a refusal', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const facts = after(...events)
        const { state } = nextIntent(facts, UNANSWERED)
        expect(state).toBe(facts.state === 'SENDING' ? 'UNKNOWN' : facts.state)
      }),
      { numRuns: 2_000 },
    )
  })
})
