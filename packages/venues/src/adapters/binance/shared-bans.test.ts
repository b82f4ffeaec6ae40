import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { VenueSilent } from '../../ports/venue-silent.ts'
import { BTC, NOON, order, reference, start } from './own-account.fixture.ts'

const BAN_MS = 60_000
const UNTIL = NOON + BAN_MS

/** Processes of one installation, of which one has just been banned. */
async function banned(status: '418' | '429') {
  const { elsewhere, lab, clock, settled } = await start({
    faults: [{ when: { request: 'GET /api/v3/openOrders' }, do: status, ms: BAN_MS }],
  })
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [brokers, guardian] = [elsewhere(folder), elsewhere(folder)]
  // They know the market: nothing but the ban keeps them from sending.
  await guardian.orders.maxMarketQuantity(BTC)
  await expect(brokers.orders.openOrders()).rejects.toThrow()
  const before = [lab.requests.length, lab.sockets.accepted.wsApi]
  const sent = () => [lab.requests.length, lab.sockets.accepted.wsApi].map((count, n) => count - (before[n] ?? 0))
  return { elsewhere, folder, clock, guardian, sent, settled }
}

it.each(['418', '429'] as const)(
  'a ban (%s) that one process was told keeps all others silent until it ends',
  async (status) => {
    const { guardian, clock, sent } = await banned(status)
    const closing = order({ side: 'SELL', reduceOnly: true })
    expect(await guardian.orders.place(reference(), closing)).toMatchObject({
      kind: 'REFUSED',
      isForNow: true,
      reason: 'No request is allowed before 2026-11-25T12:01:00.000Z',
    })
    expect(await guardian.orders.cancel(reference())).toMatchObject({ kind: 'REFUSED', isForNow: true })
    await expect(guardian.orders.openOrders()).rejects.toThrow(new VenueSilent(UNTIL))
    clock.advanceTo(UNTIL - 1)
    await expect(guardian.account.balances()).rejects.toThrow(new VenueSilent(UNTIL))
    expect(sent()).toEqual([0, 0])
    clock.advanceTo(UNTIL)
    expect(await guardian.orders.place(reference(), closing)).toMatchObject({ kind: 'ACCEPTED' })
  },
)

it('a ban outlives the process that received it', async () => {
  const { elsewhere, folder, clock, sent } = await banned('418')
  const restarted = elsewhere(folder)
  await expect(restarted.orders.openOrders()).rejects.toThrow(new VenueSilent(UNTIL))
  expect(sent()).toEqual([0, 0])
  clock.advanceTo(UNTIL)
  expect(await restarted.orders.openOrders()).toEqual([])
})

it('a private stream is opened after a ban, and sends nothing while one lasts', async () => {
  const { elsewhere, folder, clock, sent, settled } = await banned('418')
  const kinds = elsewhere(folder).listen()
  for (let time = NOON; time < UNTIL; time += 5_000) {
    clock.advanceTo(time)
    await settled()
  }
  expect([sent(), kinds()]).toEqual([[0, 0], []])
  clock.advanceTo(UNTIL)
  await expect.poll(kinds).toEqual(['connected'])
})
