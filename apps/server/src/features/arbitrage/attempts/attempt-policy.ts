import { type IntentRow, newIntent, notify, schema, type Transaction } from '@tradeloom/database'
import type { AttemptOutcome } from '@tradeloom/domain/arbitrage'
import {
  type AttemptSide,
  type AttemptStep,
  closingOrder,
  type IntentPayload,
  nextAttemptStep,
  stopOfLoss,
} from '@tradeloom/trading'
import { eq, inArray } from 'drizzle-orm'
import { type AttemptRow, factsOf, lockAttempt, type StoredAttempt, type StoredLeg } from './stored-attempt.ts'

const { arbitrageAttempts, attemptRequests, users } = schema

export interface PolicyTerms {
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
}

interface PolicyStep {
  readonly hasEnded: boolean
  /** Accounts that have something to send now. */
  readonly asked: readonly StoredLeg['account'][]
}

/** Does what an attempt needs next, in one transaction. */
export async function advanceAttempt(tx: Transaction, id: string, terms: PolicyTerms): Promise<PolicyStep> {
  const attempt = await lockAttempt(tx, id, terms.now)
  if (attempt === null) return { hasEnded: true, asked: [] }
  const step = nextAttemptStep(factsOf(attempt, terms.now()))
  if (step.do === 'wait') return { hasEnded: false, asked: [] }
  if (step.do === 'end') {
    await end(tx, attempt, step.outcome, terms)
    return { hasEnded: true, asked: [] }
  }
  const leg = attempt[step.leg]
  await ask(tx, attempt, step.leg, payloadOf(attempt, step, leg), terms)
  return { hasEnded: false, asked: [leg.account] }
}

type Request = Exclude<AttemptStep, { readonly do: 'wait' } | { readonly do: 'end' }>

function payloadOf({ row }: StoredAttempt, step: Request, leg: StoredLeg): IntentPayload {
  const { intent, instrument } = leg
  if (step.do === 'cancel') return { kind: 'CANCEL', intentId: intent.id }
  const position = leg.positions.find(({ status }) => status === 'OPEN')
  const { quantity } = step
  if (!position) {
    // Coins that were sold are bought back, and what something else has closed is opened again.
    const direction = step.leg === 'buy' ? 'LONG' : 'SHORT'
    return {
      ...closingOrder('netting', { instrumentId: instrument.id, direction, brokerId: '' }, quantity),
      reduceOnly: false,
    }
  }
  const closing = { kind: 'CLOSE', positionId: position.id, quantity: Math.min(quantity, position.quantity) } as const
  if (step.do === 'undo') return closing
  const side = step.leg === 'buy' ? 'BUY' : 'SELL'
  const stated = step.leg === 'buy' ? row.buyStop : row.sellStop
  const rate = step.leg === 'buy' ? row.buyRate : row.sellRate
  const average = intent.average ?? position.openPrice
  const { maxLoss } = row
  const stopLoss = stated ?? stopOfLoss({ side, quantity, average, rate, maxLoss, tick: instrument.quoteStep })
  // A loss that no price reaches needs no stop, and one that is not known must not stay open without one.
  return stopLoss === null
    ? closing
    : { kind: 'PROTECT', positionId: position.id, changes: { stopLoss: stopLoss as never } }
}

async function ask(
  tx: Transaction,
  { row, ledgers, ...legs }: StoredAttempt,
  side: AttemptSide,
  payload: IntentPayload,
  { installation, now }: PolicyTerms,
): Promise<void> {
  const { account, intent } = legs[side]
  const { id: accountId, userId } = account
  const { instrumentId } = intent
  const request: IntentRow = newIntent({ accountId, userId, instrumentId, payload, installation, decidedAt: now() })
  const rows = [{ table: 'intents', row: request } as const]
  await ledgers.get(accountId)?.record({ kind: 'WRITTEN', intentId: request.id, rows, note: { attempt: row.id } })
  await tx.insert(attemptRequests).values({ intentId: request.id, attemptId: row.id, leg: side })
}

async function end(
  tx: Transaction,
  { row, ...legs }: StoredAttempt,
  outcome: AttemptOutcome,
  { now }: PolicyTerms,
): Promise<void> {
  await tx
    .update(arbitrageAttempts)
    .set({ endedAt: new Date(now()), outcome })
    .where(eq(arbitrageAttempts.id, row.id))
  const text = TOLD[outcome]
  if (text === undefined) return
  const people = [row.placedBy, legs.buy.account.userId, legs.sell.account.userId]
  const told = await tx.select({ id: users.id }).from(users).where(inArray(users.id, people))
  for (const { id } of told) await notify(tx, id, noticeOf(row, legs, text))
}

/** What the policy did, of an attempt of which one leg has failed. */
const TOLD: Partial<Record<AttemptOutcome, string>> = {
  CLOSED: 'What the other one had traded alone was closed at the market.',
  KEPT: 'What the other one had traded alone is open, with a stop.',
  HELD: 'What the other one had traded alone is open, without a stop, as you chose.',
  OPEN: 'What the other one had traded alone could not be closed: it is open. Close it by hand.',
}

function noticeOf(
  { id }: AttemptRow,
  { buy, sell }: Pick<StoredAttempt, 'buy' | 'sell'>,
  text: string,
): Parameters<typeof notify>[2] {
  const { displaySymbol } = buy.instrument
  const [bought, sold] = [buy.instrument.exchangeName, sell.instrument.exchangeName]
  return {
    kind: 'arbitrage-one-sided',
    subject: `Buying ${displaySymbol} on ${bought} and selling it on ${sold}: one order failed`,
    body: text,
    object: `attempt:${id}`,
    dedupKey: id,
  }
}
