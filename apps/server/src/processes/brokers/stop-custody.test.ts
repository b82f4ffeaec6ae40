import { TICK_FLAGS } from '@tradeloom/market-data/ticks'
import { toUnits } from '@tradeloom/venue-lab'
import { describe, expect, it } from 'vitest'
import { UnprotectedNews } from '../../features/notifications/unprotected-news.ts'
import { type BinanceDesk, deskForEach, MARKET_BUY } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

const protections = () => expect.poll(() => desk.protectionsAtVenue())
/** The fee of 0.1% was paid in coins, and fractions of a step cannot be sold. */
const HELD = 0.4995
const STOP = ['STOP_LOSS', 59_000, HELD]
const TARGET = ['LIMIT_MAKER', 61_000, HELD]
const isProtected = () => expect.poll(async () => (await desk.position())?.unprotectedSince).toBe(null)

describe('a position at Binance', () => {
  it('has its stop loss at the venue, and is protected then', async () => {
    await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await isProtected()
    const [stop] = (await desk.orders()).filter(({ isProtective }) => isProtective)
    expect(stop).toMatchObject({ type: 'STOP', stopPrice: 59_000, quantity: HELD, status: 'NEW' })
    expect(stop?.positionId).toBe((await desk.position())?.id)
  })

  it('has stop loss and take profit as one pair, and is closed once by either', async () => {
    await desk.buy({ stopLoss: 59_000, takeProfit: 61_000 })
    await protections().toEqual([TARGET, STOP])
    await isProtected()
    desk.price(58_990)
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    await protections().toEqual([])
    expect((await desk.fills()).map(({ side }) => side).toSorted()).toEqual(['BUY', 'SELL'])
    const states = async () => (await desk.intents()).map(({ kind, state }) => `${kind} ${state}`).toSorted()
    await expect.poll(states).toEqual(['PLACE FILLED', 'PROTECT EXPIRED', 'PROTECT FILLED'])
  })

  it('has one pair of them, also when the answer of the venue is lost', { timeout: 120_000 }, async () => {
    desk.lab.faults.add({ when: { request: 'POST /api/v3/orderList/oco' }, do: 'lostAck' })
    await desk.buy({ stopLoss: 59_000, takeProfit: 61_000 })
    const states = async () => (await desk.intents()).map(({ kind, state }) => `${kind} ${state}`).toSorted()
    await expect.poll(states).toEqual(['PLACE FILLED', 'PROTECT WORKING', 'PROTECT WORKING'])
    await protections().toEqual([TARGET, STOP])
    await isProtected()
    expect(desk.lab.requests.filter((one) => one === 'POST /api/v3/orderList/oco')).toHaveLength(1)
  })

  it.each(['STOP_LOSS', 'LIMIT_MAKER'])(
    'has neither of the pair once its %s was canceled at the venue, and none is placed behind its back',
    { timeout: 120_000 },
    async (type) => {
      await desk.buy({ stopLoss: 59_000, takeProfit: 61_000 })
      await protections().toEqual([TARGET, STOP])
      await isProtected()
      const leg = desk.openAtVenue.find((one) => one.type === type)
      if (leg) desk.lab.engine.cancel(desk.venue, leg, 'by-hand')
      const lost = { isStopLossRejected: true, isTakeProfitRejected: true, status: 'OPEN' }
      await expect.poll(() => desk.position()).toMatchObject(lost)
      await expect.poll(async () => (await desk.position())?.unprotectedSince).not.toBe(null)
      expect(desk.openAtVenue).toEqual([])
    },
  )

  it('is closed by hand although its stop ties up the coins', async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await desk.write({ kind: 'CLOSE', positionId: id, quantity: 0.4995 })
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED' })
    await protections().toEqual([])
    expect((await desk.orders()).filter(({ status }) => status === 'REJECTED')).toEqual([])
  })

  it('is sold once, however often that is asked, although there are other coins', async () => {
    desk.venue.receive('BTC', toUnits('1'))
    const { id: positionId } = await desk.buy()
    const closing = { kind: 'CLOSE', positionId, quantity: HELD } as const
    const asked = await Promise.all([desk.write(closing), desk.write(closing)])
    const states = async () => (await Promise.all(asked.map((one) => desk.state(one)))).toSorted()
    await expect.poll(states).toEqual(['FILLED', 'REJECTED'])
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED' })
    expect(desk.venue.orders.filter(({ side }) => side === 'SELL')).toHaveLength(1)
    desk.venue.receive('BTC', -toUnits('1'))
  })

  it('has a stop for what is left after a part of it was closed', async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await desk.write({ kind: 'CLOSE', positionId: id, quantity: 0.2 })
    await protections().toEqual([['STOP_LOSS', 59_000, 0.2995]])
    await isProtected()
  })

  it('that has grown is bare until its stop covers all of it', async () => {
    await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await isProtected()
    await desk.write(MARKET_BUY)
    await expect.poll(() => desk.position()).toMatchObject({ quantity: 0.999, unprotectedSince: expect.any(Date) })
    await protections().toEqual([['STOP_LOSS', 59_000, 0.999]])
    await isProtected()
  })

  it('has its stop moved, and loses it on request', async () => {
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: 59_500 as never } })
    await protections().toEqual([['STOP_LOSS', 59_500, HELD]])
    await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: null } })
    await protections().toEqual([])
    // It is written down once the venue has answered.
    const unguarded = { status: 'OPEN', stopLoss: null, unprotectedSince: null }
    await expect.poll(() => desk.position()).toMatchObject(unguarded)
  })

  it('keeps its stop if a change of it could not be placed', async () => {
    desk.keepPrice()
    const { id } = await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    const change = await desk.write({ kind: 'PROTECT', positionId: id, changes: { stopLoss: 60_500 as never } })
    await expect.poll(() => desk.state(change)).toBe('REJECTED')
    expect(desk.protectionsAtVenue()).toEqual([STOP])
  })

  it(
    'whose stop is refused is unprotected, which is said once, and no loop tries again',
    { timeout: 120_000 },
    async () => {
      desk.lab.faults.add({
        when: { request: 'POST /api/v3/order', nth: 2, times: 9 },
        do: 'refuse',
        answer: { status: 400, code: -4120, msg: 'Order type not supported for this endpoint.' },
      })
      await desk.buy({ stopLoss: 59_000 })
      await expect.poll(() => desk.position()).toMatchObject({ isStopLossRejected: true })
      const { unprotectedSince } = (await desk.position()) ?? {}
      // It is told at once: this one is not on its way.
      await new UnprotectedNews(desk.database.db, () => Number(unprotectedSince)).look()
      const told = `select from notifications where user_id = $1 and kind = 'position-unprotected'`
      expect((await desk.database.pool.query(told, [desk.userId])).rows).toHaveLength(1)
      const refused = () => desk.orders().then((all) => all.filter(({ status }) => status === 'REJECTED'))
      expect(await refused()).toMatchObject([
        { isProtective: true, stopPrice: 59_000, reason: expect.stringContaining('-4120') },
      ])
      const sent = () => desk.lab.requests.filter((one) => one.startsWith('POST'))
      const before = sent().length
      await desk.write({ ...MARKET_BUY, type: 'LIMIT', limitPrice: 50_000, quantity: 0.001 })
      await expect.poll(sent).toHaveLength(before + 1)
      expect(await refused()).toHaveLength(1)
    },
  )

  it('whose stop is refused has it held here, also while nothing runs, and is closed at its price', async () => {
    desk.lab.faults.add({
      when: { request: 'POST /api/v3/order', nth: 2 },
      do: 'refuse',
      answer: { status: 400, code: -4120, msg: 'Order type not supported for this endpoint.' },
    })
    const { id } = await desk.buy({ stopLoss: 59_000 })
    const held = async () =>
      (await desk.orders()).filter(({ type, status }) => type === 'STOP' && status !== 'REJECTED')
    const shown = { isProtective: true, positionId: id, stopPrice: 59_000, reason: 'Managed by Tradeloom' }
    await expect.poll(held).toMatchObject([{ ...shown, status: 'NEW', quantity: HELD }])
    await desk.restart()
    desk.price(59_001)
    desk.price(58_990)
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    await expect.poll(held).toMatchObject([{ ...shown, status: 'FILLED', average: 58_990 }])
  })

  it('whose stop the market has passed before it was placed is closed at once', async () => {
    // A market goes on: a stop that is held from an old price on waits for the next one.
    desk.keepPrice()
    const stop = desk.venue.listen((_, event) => {
      const { x, S } = event as { x?: string; S?: string }
      if (x !== 'TRADE' || S !== 'BUY') return
      stop()
      desk.price(58_990)
    })
    await desk.buy({ stopLoss: 59_000 })
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    const refused = (await desk.orders()).filter(({ status }) => status === 'REJECTED')
    expect(refused).toMatchObject([{ reason: expect.stringContaining('trigger immediately') }])
  })

  it.each([
    ['demands silence', '429'],
    ['has set its clock', 'skew'],
  ] as const)('whose stop cannot be placed because the venue %s has it a moment later', async (_, fault) => {
    desk.lab.faults.add({
      when: { request: 'POST /api/v3/order', nth: 2 },
      do: fault,
      ms: fault === 'skew' ? 5_000 : 1_000,
    })
    await desk.buy({ stopLoss: 59_000 })
    await protections().toEqual([STOP])
    await isProtected()
    expect(await desk.position()).toMatchObject({ isStopLossRejected: false })
    const states = (await desk.intents()).flatMap(({ kind, state }) => (kind === 'PROTECT' ? [state] : []))
    expect(states.slice(0, -1).every((state) => state === 'UNSENT')).toBe(true)
    expect(states.length).toBeGreaterThan(1)
  })

  it(
    'whose target was filled in part is stopped out with what is left, and never short',
    { timeout: 120_000 },
    async () => {
      await desk.buy({ stopLoss: 59_000, takeProfit: 61_000 })
      await protections().toEqual([TARGET, STOP])
      const target = desk.openAtVenue.find(({ type }) => type === 'LIMIT_MAKER')
      desk.fill(target, '0.2', '61000')
      await protections().toEqual([
        ['LIMIT_MAKER', 61_000, 0.2995],
        ['STOP_LOSS', 59_000, 0.2995],
      ])
      desk.price(58_990)
      await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
      const sold = (await desk.fills()).filter(({ side }) => side === 'SELL')
      expect(sold.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(HELD, 10)
      await protections().toEqual([])
    },
  )

  it(
    'whose stop was canceled at the venue is unprotected, and is not stopped again behind its back',
    { timeout: 120_000 },
    async () => {
      await desk.buy({ stopLoss: 59_000 })
      await protections().toEqual([STOP])
      const [stop] = desk.openAtVenue
      if (stop) desk.lab.engine.cancel(desk.venue, stop, 'by-hand')
      await expect.poll(() => desk.position()).toMatchObject({ isStopLossRejected: true, status: 'OPEN' })
      await expect.poll(async () => (await desk.position())?.unprotectedSince).not.toBe(null)
      expect(desk.openAtVenue).toEqual([])
    },
  )

  it('that is smaller than the smallest order has no stop, which is said once', async () => {
    const id = await desk.write({
      ...MARKET_BUY,
      type: 'LIMIT',
      limitPrice: 59_900,
      quantity: 0.0002,
      stopLoss: 59_000,
    })
    await expect.poll(() => desk.state(id)).toBe('WORKING')
    // 40% of the least value of an order.
    desk.fill(desk.openAtVenue[0], '0.00004', '59900')
    await expect.poll(() => desk.positions()).toHaveLength(1)
    await desk.write({ kind: 'CANCEL', intentId: id })
    await expect.poll(() => desk.position()).toMatchObject({ isStopLossRejected: true, unprotectedSince: null })
    const refused = (await desk.orders()).filter(({ status }) => status === 'REJECTED')
    expect(refused).toMatchObject([{ reason: 'the position is smaller than the smallest order of the venue' }])
    expect(desk.lab.requests.filter((one) => one.startsWith('POST'))).toHaveLength(1)
  })
})

describe('a trailing stop at Binance', () => {
  const held = async () => (await desk.orders()).filter(({ type }) => type === 'TRAILING_STOP')

  it('is held by Tradeloom, follows the price, and closes the position', async () => {
    await desk.buy({ trailingStop: 200 })
    await expect.poll(held).toMatchObject([{ status: 'NEW', reason: 'Managed by Tradeloom', trailingStop: 200 }])
    expect(desk.protectionsAtVenue()).toEqual([])
    expect(await desk.position()).toMatchObject({ unprotectedSince: null })
    desk.price(60_500)
    desk.price(60_310)
    desk.price(60_299)
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'trailing-stop' })
    await expect.poll(held).toMatchObject([{ status: 'FILLED' }])
    expect((await desk.fills()).find(({ side }) => side === 'SELL')).toMatchObject({
      price: 60_299,
      intentId: expect.any(String),
    })
  })

  it('does not believe prices that are wrong for a moment, and follows the market once it stays away', async () => {
    await desk.buy({ trailingStop: 200 })
    await expect.poll(held).toHaveLength(1)
    const before = Date.now() - 1_000
    for (const [at, wrong] of [54_000, 66_000].entries()) {
      desk.ticks.add(wrong, 1, before + 200 * at, TICK_FLAGS.spike)
      desk.ticks.add(60_050, 1, before + 200 * at + 100)
    }
    await expect.poll(() => desk.position()).toMatchObject({ status: 'OPEN', trailingBest: 60_050 })
    desk.price(54_000, { flags: TICK_FLAGS.spike })
    await expect
      .poll(() => desk.position())
      .toMatchObject({ status: 'CLOSED', closeReason: 'trailing-stop', closePrice: 54_000 })
  })

  it(
    'that was passed while the process was killed closes within 2 s of its restart, as late',
    { timeout: 120_000 },
    async () => {
      await desk.buy({ trailingStop: 200 })
      await expect.poll(held).toHaveLength(1)
      const before = desk.ends
      if (desk.pid !== undefined) process.kill(desk.pid, 'SIGKILL')
      const passed = Date.now() - 4_000
      desk.price(60_500, { time: passed })
      desk.price(60_290, { time: passed + 1 })
      desk.price(60_600, { time: passed + 2 })
      await expect.poll(() => desk.ends).toBe(before + 1)
      await expect
        .poll(() => desk.position())
        .toMatchObject({
          status: 'CLOSED',
          closeReason: 'trailing-stop (late)',
          closePrice: 60_600,
        })
    },
  )
})
