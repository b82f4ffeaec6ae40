import { expect, it } from 'vitest'
import { type BinanceDesk, deskForEach } from './binance-desk.fixture.ts'

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

it('nobody waits for a connection whose key is refused, and it goes on once the key is accepted', async () => {
  const brokers = desk.start()
  await desk.buy({ stopLoss: 59_000 })
  await expect.poll(() => desk.protectionsAtVenue()).toHaveLength(1)
  const key = desk.lab.accounts.revoke(desk.venue.apiKey)
  // That it is not connected may be told before the reason is.
  const answered = () =>
    Promise.race([
      brokers.ensure(desk.connectionId),
      new Promise((resolve) => {
        setImmediate(resolve, 'waits')
      }),
    ])
  await expect.poll(answered).toBe(false)
  key.giveBack()
  await expect.poll(() => brokers.isConnected(desk.connectionId)).toBe(true)
})
