import { join } from 'node:path'
import { newId } from '@tradeloom/database'
import { TickReader } from '@tradeloom/market-data/ticks'
import { ADAPTERS, type VenueAdapter } from '@tradeloom/venues'
import { vi } from 'vitest'
import { takeLease } from '../../platform/leases/leases.ts'
import { NO_CRASHES } from '../../trading-core/intents/crash-points.ts'
import type { BinanceDesk } from './binance-desk.fixture.ts'
import { VenueAccountWork } from './venue-account-work.ts'

const SECOND_MS = 1_000

/**
 * The work of `brokers` on the account of a desk, in the process of a test and in the time of its stand-in, which passes
 * second by second. Call `vi.restoreAllMocks` after it.
 */
export class DeskWork {
  readonly #desk: BinanceDesk
  readonly #work: VenueAccountWork

  static async of(desk: BinanceDesk): Promise<DeskWork> {
    await desk.stop()
    const { database, accountId, userId, folder } = desk
    const { clock, rest, streams, wsApi } = desk.lab
    clock.pause()
    vi.spyOn(performance, 'now').mockImplementation(() => clock.now())
    const owner = newId()
    await database.pool.query(`insert into lease_owners (id, host, pid) values ($1, 'test', 0)`, [owner])
    await database.pool.query(`delete from leases where kind = 'account' and key = $1`, [accountId])
    const lease = await database.db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner))
    const adapter = ADAPTERS.find(({ id }) => id === 'BINANCE') as Required<VenueAdapter>
    const { apiKey, secret: apiSecret } = desk.venue
    const credentials = { apiKey, apiSecret }
    const account = { clock, urls: { rest, streams, wsApi }, credentials, environment: 'live' } as const
    const work = new VenueAccountWork({
      db: database.db,
      accountId,
      userId,
      venue: 'BINANCE',
      currency: 'USDT',
      model: 'spot',
      lease: lease as NonNullable<typeof lease>,
      reader: adapter.openAccount(account),
      gateway: adapter.openOrders(account),
      installation: 'test',
      prices: new TickReader(join(folder, 'market')),
      reach: NO_CRASHES,
      now: () => clock.now(),
      openStream: () => null,
      onChange: () => undefined,
      onConnected: () => undefined,
    })
    return new DeskWork(desk, work)
  }

  private constructor(desk: BinanceDesk, work: VenueAccountWork) {
    this.#desk = desk
    this.#work = work
  }

  /** Lets time pass, and does what is due each second. What fails is tried again, as in the process. */
  async pass(seconds: number): Promise<void> {
    const { clock } = this.#desk.lab
    for (let second = 0; second < seconds; second++) {
      clock.advanceTo(clock.now() + SECOND_MS)
      await this.#work.lookUp().catch(() => undefined)
      await this.#work.tick().catch(() => undefined)
    }
  }

  /** Lets time pass until something is so. */
  async until(isSo: () => Promise<boolean> | boolean, seconds = 300): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      if (await isSo()) return
      await this.pass(1)
    }
    throw new Error(`It is not so after ${seconds} s`)
  }

  close(): void {
    this.#work.close()
  }
}
