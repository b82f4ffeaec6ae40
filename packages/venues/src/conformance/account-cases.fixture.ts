import { expect } from 'vitest'
import { KeyRefused } from '../ports/account-reader.ts'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import type { TradingLab } from './trading-lab.ts'
import { startTrading, type TradingRun, tidied } from './trading-run.fixture.ts'

const AWAY = 1_000

async function balanceOf(run: TradingRun, currency: string) {
  return (await run.account.balances()).find((one) => one.currency === currency)
}

/** Everything that asks the venue with the key of the account. */
function questions(run: TradingRun, { instrumentId }: TradingLab): readonly Promise<unknown>[] {
  return [
    run.account.balances(),
    run.account.rights(),
    run.orders.openOrders(),
    run.orders.lookUp(run.reference()),
    run.orders.fills(instrumentId, null, 0)[Symbol.asyncIterator]().next(),
  ]
}

/** Of an account and its private stream. */
export const ACCOUNT_CASES: ConformanceCases<TradingLab> = {
  'states what the account has, and what of it orders tie up': async (lab) => {
    const run = await startTrading(lab)
    const total = lab.balances[lab.quote] ?? 0
    expect(await balanceOf(run, lab.quote)).toEqual({ currency: lab.quote, total, available: total })
    const limitPrice = run.price(-AWAY)
    const waiting = await run.placed({ type: 'LIMIT', limitPrice })
    const tied = lab.model === 'spot' || lab.usesMarginForOrders ? lab.quantity * limitPrice * lab.marginRate : 0
    expect(await balanceOf(run, lab.quote)).toMatchObject({ total, available: expect.closeTo(total - tied, 6) })
    await run.orders.cancel(waiting)
    expect(await balanceOf(run, lab.quote)).toMatchObject({ total, available: total })
    if (lab.model === 'spot') return
    await run.placed()
    const spread = lab.quantity * (lab.ask - lab.bid)
    const paid = spread + lab.quantity * lab.ask * lab.feeRate
    const available = total - paid - lab.quantity * lab.ask * lab.marginRate
    expect((await balanceOf(run, lab.quote))?.available).toBeCloseTo(available, 1)
  },

  'states what its key may do, and notices a right to withdraw': async (lab) => {
    const harmless = await startTrading(lab)
    expect(await harmless.account.rights()).toMatchObject({ canTrade: true, canWithdraw: false })
    const { accountNo } = await harmless.account.rights()
    expect(accountNo).toMatch(/./)
    const risky = await startTrading(lab, { canWithdraw: true })
    expect(await risky.account.rights()).toMatchObject({ canTrade: true, canWithdraw: true })
  },

  'says of a wrong secret that the key is refused, without any part of it': async (lab) => {
    const run = await startTrading(lab, { hasWrongSecret: true })
    const error: unknown = await run.account.balances().catch((one: unknown) => one)
    expect(error).toBeInstanceOf(KeyRefused)
    const everything = `${JSON.stringify(Object.entries(error as object))} ${(error as Error).stack}`
    for (const secret of lab.secrets) expect(everything).not.toContain(secret)
  },

  'says wherever it asks that a key was deleted': async (lab) => {
    const run = await startTrading(lab)
    expect(await run.orders.openOrders()).toEqual([])
    run.deleteKey()
    const answers = await Promise.allSettled(questions(run, lab))
    expect(answers.map((one) => one.status === 'rejected' && one.reason instanceof KeyRefused)).toEqual(
      answers.map(() => true),
    )
    expect((await run.orders.place(run.reference(), run.order())).kind).not.toBe('ACCEPTED')
  },

  'reports on its stream that it is connected, what is ordered, and what balances have become': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    expect(messages).toEqual([{ kind: 'connected' }])
    const limitPrice = run.price(-AWAY)
    const name = await run.placed({ type: 'LIMIT', limitPrice })
    await run.settled()
    expect(messages.find(({ kind }) => kind === 'order')).toMatchObject({
      order: { clientId: name.clientId, type: 'LIMIT', side: 'BUY', limitPrice, status: 'NEW', filled: 0 },
    })
    if (lab.model !== 'spot') await run.placed()
    await run.settled()
    const fee = lab.model === 'spot' ? 0 : lab.quantity * lab.ask * lab.feeRate
    const total = (lab.balances[lab.quote] ?? 0) - fee
    const waiting = lab.usesMarginForOrders ? limitPrice * lab.marginRate : 0
    const tied = lab.quantity * (lab.model === 'spot' ? limitPrice : lab.ask * lab.marginRate + waiting)
    const balances = messages.flatMap((one) => (one.kind === 'balances' ? one.balances : []))
    expect(balances.findLast(({ currency }) => currency === lab.quote)).toEqual({
      currency: lab.quote,
      total: expect.closeTo(total, 6),
      available: expect.closeTo(tidied(total - tied), lab.model === 'spot' ? 6 : 0),
    })
  },

  'notices that its stream is lost or silent, and connects again': async (lab) => {
    for (const fault of ['connection lost', 'silence'] as const) {
      const run = await startTrading(lab)
      const { messages } = await run.listen()
      run.disturbStream(fault)
      for (let waited = 0; waited < 90 && !messages.some(({ kind }) => kind === 'lost'); waited += 1)
        await run.advanceTo(run.now() + 1_000)
      expect([fault, messages.map(({ kind }) => kind).slice(0, 2)]).toEqual([fault, ['connected', 'lost']])
      for (let waited = 0; waited < 90 && messages.at(-1)?.kind !== 'connected'; waited += 1)
        await run.advanceTo(run.now() + 1_000)
      const { length } = messages
      expect(messages.at(-1)).toEqual({ kind: 'connected' })
      await run.placed()
      await run.settled()
      expect(messages.slice(length).map(({ kind }) => kind)).toContain('fill')
    }
  },

  'reports a deposit under one id, also when it comes twice': async (lab) => {
    const run = await startTrading(lab)
    const { messages } = await run.listen()
    run.disturbStream('transfer twice')
    run.deposit(lab.quote, 250)
    await run.settled()
    const transfers = messages.flatMap((one) => (one.kind === 'transfer' ? [one.transfer] : []))
    expect(transfers.length).toBeGreaterThan(0)
    expect(transfers[0]).toMatchObject({ currency: lab.quote, amount: 250 })
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(1)
    expect(await balanceOf(run, lab.quote)).toMatchObject({ total: (lab.balances[lab.quote] ?? 0) + 250 })
  },

  'reports once each what funding has cost and brought': async (lab) => {
    const run = await startTrading(lab)
    if (!run.fund) throw new Error('The lab pays no funding, and does not say why')
    const { messages } = await run.listen()
    await run.placed()
    const { available: before = 0 } = (await balanceOf(run, lab.quote)) ?? {}
    for (const rate of [0.0002, -0.0001]) {
      run.fund(rate)
      await run.advanceTo(run.now() + 30_000)
    }
    const paid = messages.flatMap((one) => (one.kind === 'financing' ? [one.financing] : []))
    const value = lab.quantity * lab.ask
    const meant = [0.0002 * value, -0.0001 * value].map((amount) => expect.closeTo(amount, 2))
    expect(paid.map(({ amount }) => amount)).toEqual(meant)
    const sum = paid.reduce((all, { amount }) => all + amount, 0)
    expect((await balanceOf(run, lab.quote))?.available).toBeCloseTo(before - sum, 6)
  },

  'goes on trying a key that is refused, and says so each time': async (lab) => {
    const run = await startTrading(lab, { hasWrongSecret: true })
    const { messages } = await run.listen()
    for (let waited = 0; waited < 90 && messages.length < 2; waited += 1) await run.advanceTo(run.now() + 1_000)
    expect(messages.map(({ kind }) => kind).slice(0, 2)).toEqual(['lost', 'lost'])
    for (const secret of lab.secrets) expect(JSON.stringify(messages)).not.toContain(secret)
  },

  'says nothing once its stream is closed': async (lab) => {
    const run = await startTrading(lab)
    const { messages, close } = await run.listen()
    close()
    const { length } = messages
    await run.placed()
    await run.advanceTo(run.now() + 60_000)
    expect(messages).toHaveLength(length)
  },
}
