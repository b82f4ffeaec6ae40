import { expect, it } from 'vitest'
import { type BinanceDesk, deskForEach } from '../brokers/binance-desk.fixture.ts'
import { guardDesk } from './desk-guardian.fixture.ts'

const CANNOT =
  "Binance refuses the key, so the guardian can close nothing there: close the account's positions at Binance itself"

let desk: BinanceDesk
deskForEach((opened) => (desk = opened))

it('an account with a position whose key is refused, and then erased, is guarded, and told what that is worth', async () => {
  desk.keepPrice()
  await desk.buy({ stopLoss: 59_000 })
  const guardian = await guardDesk(desk, 1_000)
  const { accountId } = desk
  const key = desk.lab.accounts.revoke(desk.venue.apiKey)
  await expect.poll(() => guardian.warningsOf(accountId)).toEqual([CANNOT])
  key.giveBack()
  await expect.poll(() => guardian.warningsOf(accountId)).toEqual([])
  // As after the right to withdraw was found in it.
  const erase = 'update exchange_keys set refused_at = now(), credentials = null, api_key = null, api_secret = null'
  await desk.database.pool.query(`${erase} where connection_id = $1`, [desk.connectionId])
  await expect.poll(() => guardian.warningsOf(accountId)).toEqual([CANNOT])
  expect(await guardian.ensure(accountId)).toBe(true)
  const { rows } = await desk.database.pool.query(
    `select subject from notifications where user_id = $1 and kind = 'key-refused'`,
    [desk.userId],
  )
  expect(rows).toEqual([{ subject: 'Binance refuses the key of your account' }])
})
