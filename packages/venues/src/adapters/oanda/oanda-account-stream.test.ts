import { LabClock } from '@tradeloom/venue-lab'
import { describe, expect, it } from 'vitest'
import type { AccountMessage } from '../../ports/account-stream.ts'
import { EURUSD, HEDGING, order, reference, start } from './own-account.fixture.ts'

/** Two minutes before a day ends in New York. */
const EVENING = Date.UTC(2026, 10, 25, 21, 58)
const kindsIn = (messages: readonly AccountMessage[]) => messages.map(({ kind }) => kind)

describe('the stream of an account at OANDA', () => {
  it('reports what a day has cost, once, before New York begins the next one', async () => {
    const { orders, listen, advanceTo } = await start({ clock: new LabClock(EVENING) })
    await orders.place(reference(), order({ quantity: 100_000 }))
    const messages = await listen()
    await advanceTo(EVENING + 180_000)
    const charges = messages.flatMap((one) => (one.kind === 'financing' ? [one.financing] : []))
    expect(charges).toMatchObject([{ instrumentId: EURUSD, cost: 'swap' }])
    expect(charges[0]?.amount).toBeGreaterThan(0)
    expect(new Date(charges[0]?.time ?? 0).toISOString()).toMatch(/^2026-11-25T22:00:0/)
    const balance = messages.findLast((one) => one.kind === 'balances')?.balances[0]?.total
    expect(balance).toBeCloseTo(100_000 - (charges[0]?.amount ?? 0), 3)
  })

  it('says that the account is called, and what the venue then closes by force', async () => {
    const { lab, orders, listen, settled } = await start({ accounts: [{ id: '101-004-1-001', balance: '4000' }] })
    await orders.place(reference(), order({ quantity: 100_000 }))
    const messages = await listen()
    lab.quote('EUR_USD', '1.07000', '1.07012')
    await settled()
    expect(messages).toContainEqual({ kind: 'margin', isCalled: true })
    lab.quote('EUR_USD', '1.05000', '1.05012')
    await settled()
    expect(messages).toContainEqual({ kind: 'liquidation', instrumentId: EURUSD })
    const fill = messages.find((one) => one.kind === 'fill')
    expect(fill?.fill).toMatchObject({ isLiquidation: true, side: 'SELL', quantity: 100_000, clientId: null })
  })

  it('reads what it has missed while it was lost, each once', async () => {
    const { lab, orders, listen, advanceTo, clock } = await start()
    const messages = await listen()
    lab.faults.add({ when: { connection: 'transactions', time: clock.now() + 1 }, do: 'close' })
    await advanceTo(clock.now() + 10)
    lab.deposit('250')
    await orders.place(reference(), order())
    await advanceTo(clock.now() + 60_000)
    expect(kindsIn(messages)).toContain('lost')
    expect(messages.filter(({ kind }) => kind === 'transfer')).toHaveLength(1)
    expect(messages.filter(({ kind }) => kind === 'fill')).toHaveLength(1)
    const { length } = messages
    await advanceTo(clock.now() + 60_000)
    expect(kindsIn(messages.slice(length))).toEqual([])
  })

  it('goes on after something that it does not know', async () => {
    const { lab, orders, listen, settled } = await start(HEDGING)
    const messages = await listen()
    lab.account().beginBatch()
    lab.account().book('SOMETHING_NEW', { reason: 'SOMETHING_ELSE' })
    await orders.place(reference(), order())
    await settled()
    expect(kindsIn(messages).filter((kind) => kind === 'fill')).toHaveLength(1)
  })

  it('tells executions of several trades apart, and what they close from what they open', async () => {
    const { lab, orders, listen, settled } = await start()
    for (const quantity of [300, 200]) await orders.place(reference(), order({ quantity }))
    const messages = await listen()
    await orders.place(reference(), order({ side: 'SELL', quantity: 900 }))
    await settled()
    const fills = messages.flatMap((one) => (one.kind === 'fill' ? [one.fill] : []))
    expect(fills.map(({ quantity, side, price }) => [quantity, side, price])).toEqual([
      [300, 'SELL', 1.08],
      [200, 'SELL', 1.08],
      [400, 'SELL', 1.08],
    ])
    expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(3)
    expect(lab.account().openTrades()).toHaveLength(1)
  })
})
