import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptFacts, LegFacts } from './attempt-facts.ts'
import { ATTEMPT_POLICY_MS, nextAttemptStep } from './next-attempt-step.ts'
import { stopOfLoss } from './stop-of-loss.ts'

const FILLED: LegFacts = {
  state: 'FILLED',
  quantity: 1,
  filled: 1,
  undone: 0,
  open: 1,
  isAsked: false,
  guard: 'none',
  asked: 0,
  askedAt: null,
}
const REFUSED: LegFacts = { ...FILLED, state: 'REJECTED', filled: 0, open: null }
const FACTS: AttemptFacts = {
  policy: 'close',
  goAt: 0,
  buy: FILLED,
  sell: FILLED,
  step: 0.01,
  now: 100,
}

describe('an attempt', () => {
  it('ends when both are filled, or neither is, or as much is bought as sold', () => {
    expect(nextAttemptStep(FACTS)).toEqual({ do: 'end', outcome: 'FILLED' })
    expect(nextAttemptStep({ ...FACTS, buy: REFUSED, sell: REFUSED })).toEqual({ do: 'end', outcome: 'UNSENT' })
    const half = { ...FILLED, state: 'CANCELED', filled: 0.5, open: 0.5 } as const
    expect(nextAttemptStep({ ...FACTS, buy: half, sell: half })).toEqual({ do: 'end', outcome: 'EVEN' })
    // What is less than a step cannot be traded.
    const almost = { ...FILLED, state: 'CANCELED', filled: 0.995, open: 0.995 } as const
    expect(nextAttemptStep({ ...FACTS, sell: almost })).toEqual({ do: 'end', outcome: 'FILLED' })
  })

  it('undoes what one leg has traded alone, keeps it with a stop, or leaves it', () => {
    const failed = { ...FACTS, sell: REFUSED }
    expect(nextAttemptStep(failed)).toEqual({ do: 'undo', leg: 'buy', quantity: 1 })
    expect(nextAttemptStep({ ...failed, policy: 'keep' })).toEqual({ do: 'guard', leg: 'buy', quantity: 1 })
    expect(nextAttemptStep({ ...failed, policy: 'hold' })).toEqual({ do: 'end', outcome: 'HELD' })
    const part = { ...FILLED, state: 'CANCELED', filled: 0.4, open: 0.4 } as const
    expect(nextAttemptStep({ ...FACTS, buy: part })).toEqual({ do: 'undo', leg: 'sell', quantity: 0.6 })
    const closed = { ...FILLED, undone: 1, open: 0, asked: 1, askedAt: 50 }
    expect(nextAttemptStep({ ...failed, buy: closed })).toEqual({ do: 'end', outcome: 'CLOSED' })
  })

  it('closes what its venue does not guard, and coins that were sold', () => {
    const kept = { ...FACTS, policy: 'keep', sell: REFUSED, now: 5_000 } as const
    const asked = { ...FILLED, asked: 1, askedAt: 100 }
    expect(nextAttemptStep({ ...kept, buy: { ...asked, guard: 'set' } })).toEqual({ do: 'end', outcome: 'KEPT' })
    expect(nextAttemptStep({ ...kept, buy: { ...asked, guard: 'refused' } })).toMatchObject({ do: 'undo' })
    const sold = { ...FILLED, open: null }
    expect(nextAttemptStep({ ...kept, buy: REFUSED, sell: sold })).toMatchObject({ do: 'undo', leg: 'sell' })
  })

  it('cancels a leg that works on, and waits for what is not known, as long as the policy allows', () => {
    const working = { ...REFUSED, state: 'WORKING' } as const
    expect(nextAttemptStep({ ...FACTS, sell: working, now: 2_999 })).toEqual({ do: 'wait' })
    expect(nextAttemptStep({ ...FACTS, sell: working, now: 3_000 })).toEqual({ do: 'cancel', leg: 'sell' })
    const unknown = { ...REFUSED, state: 'UNKNOWN' } as const
    const facts = { ...FACTS, sell: unknown }
    expect(nextAttemptStep({ ...facts, now: ATTEMPT_POLICY_MS - 1 })).toEqual({ do: 'wait' })
    expect(nextAttemptStep({ ...facts, now: ATTEMPT_POLICY_MS })).toMatchObject({ do: 'undo', leg: 'buy' })
    // Then it is closed, and still nothing is over.
    const closed = { ...FILLED, undone: 1, open: 0 }
    expect(nextAttemptStep({ ...facts, buy: closed, now: ATTEMPT_POLICY_MS })).toEqual({ do: 'wait' })
    const found = { ...FACTS, buy: closed, now: ATTEMPT_POLICY_MS }
    expect(nextAttemptStep(found)).toMatchObject({ do: 'undo', leg: 'sell' })
  })

  it('gives up closing what cannot be closed, and says so', () => {
    const stuck = { ...FILLED, asked: 15, askedAt: 0 }
    expect(nextAttemptStep({ ...FACTS, buy: stuck, sell: REFUSED, now: 9_000 })).toEqual({ do: 'end', outcome: 'OPEN' })
  })
})

/** What becomes of one leg, and of each request of the policy for it. */
const fate = fc.record({
  filled: fc.constantFrom(0, 0.25, 0.5, 1),
  isCoin: fc.boolean(),
  knownAt: fc.integer({ min: 0, max: 60_000 }),
  isRestingUntilCanceled: fc.boolean(),
  answers: fc.array(fc.constantFrom('done', 'part', 'lost', 'refused'), { minLength: 16, maxLength: 16 }),
})

interface World {
  facts: LegFacts
  left: number
}

it('whatever happens: it ends, asks for one thing at a time, and never undoes more than was traded', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('close', 'keep', 'hold'),
      fc.array(fate, { minLength: 2, maxLength: 2 }),
      (policy, fates) => {
        const worlds = fates.map((): World => ({ facts: { ...REFUSED, state: 'SENDING' }, left: 0 }))
        const worldOf = (leg: string): World => worlds[leg === 'buy' ? 0 : 1] as World
        let outcome: string | null = null
        for (let now = 0; outcome === null && now < 200_000; now += 250) {
          for (const [at, world] of worlds.entries()) {
            const of = fates[at]
            if (!of || world.facts.state !== 'SENDING' || now < of.knownAt) continue
            const state = of.filled === 1 ? 'FILLED' : of.isRestingUntilCanceled ? 'WORKING' : 'CANCELED'
            world.left = of.filled
            const open = of.isCoin || of.filled === 0 ? null : of.filled
            world.facts = { ...world.facts, state, filled: of.filled, open }
          }
          const [buy, sell] = worlds.map(({ facts }) => facts) as [LegFacts, LegFacts]
          const step = nextAttemptStep({ ...FACTS, policy, buy, sell, now })
          if (step.do === 'end') outcome = step.outcome
          if (step.do === 'wait' || step.do === 'end') continue
          const world = worldOf(step.leg)
          const of = fates[step.leg === 'buy' ? 0 : 1]
          const answer = of?.answers[world.facts.asked] ?? 'done'
          expect(world.facts.isAsked).toBe(false)
          const asked = { asked: world.facts.asked + 1, askedAt: now }
          world.facts = { ...world.facts, ...asked }
          if (step.do === 'cancel') {
            if (answer === 'done') world.facts = { ...world.facts, state: 'CANCELED' }
          } else if (step.do === 'guard') {
            if (answer !== 'lost') world.facts = { ...world.facts, guard: answer === 'refused' ? 'refused' : 'set' }
          } else {
            expect(step.quantity).toBeLessThanOrEqual(world.left + 1e-9)
            const done = answer === 'done' ? step.quantity : answer === 'part' ? step.quantity / 2 : 0
            world.left -= done
            const { open, undone } = world.facts
            world.facts = { ...world.facts, undone: undone + done, open: open === null ? null : open - done }
          }
        }
        const excess = (worlds[0]?.left ?? 0) - (worlds[1]?.left ?? 0)
        expect(outcome).not.toBeNull()
        if (outcome !== 'OPEN' && outcome !== 'HELD' && outcome !== 'KEPT') expect(Math.abs(excess)).toBeLessThan(0.01)
        if (outcome === 'KEPT') expect(worlds.some(({ facts }) => facts.guard === 'set')).toBe(true)
        expect(outcome === 'HELD').toBe(policy === 'hold' && Math.abs(excess) >= 0.01 && outcome !== 'OPEN')
      },
    ),
    { numRuns: 400 },
  )
})

it('puts the stop of a kept leg where it has lost the most that it may, rounded to the safer side', () => {
  const leg = { quantity: 2, average: 100, rate: 1.5, maxLoss: 10, tick: 0.1 }
  expect(stopOfLoss({ ...leg, side: 'BUY' })).toBe(96.7)
  expect(stopOfLoss({ ...leg, side: 'SELL' })).toBe(103.3)
  expect(stopOfLoss({ ...leg, side: 'BUY', maxLoss: 1_000 })).toBeNull()
})
