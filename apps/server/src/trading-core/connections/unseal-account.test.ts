import { randomBytes, randomUUID } from 'node:crypto'
import { sealBox } from '@tradeloom/vault'
import { openVault } from '@tradeloom/vault/open'
import { expect, it } from 'vitest'
import { unsealAccount } from './unseal-account.ts'

const CONNECTION = { type: 'live', urls: {}, credentials: null, apiKey: null, apiSecret: null } as const

async function start() {
  const vault = await openVault(randomBytes(32))
  const id = randomUUID()
  const seal = (text: string, column: string) =>
    sealBox(vault.publicKey, new TextEncoder().encode(text), { table: 'exchange_keys', row: id, column })
  return { vault, id, seal }
}

it('opens the fields of whatever form an account was entered in, from one box', async () => {
  const { vault, id, seal } = await start()
  for (const fields of [{ apiKey: 'k', apiSecret: 's' }, { apiKey: 'a token' }, { username: 'u', password: 'pä"ss' }]) {
    const credentials = await seal(JSON.stringify(fields), 'credentials')
    const account = await unsealAccount(vault, { ...CONNECTION, id, credentials, type: 'practice' }, '/market')
    expect(account).toMatchObject({ credentials: fields, environment: 'practice', sharedDir: '/market' })
  }
})

it('opens the two boxes of an earlier version', async () => {
  const { vault, id, seal } = await start()
  const boxes = { apiKey: await seal('the key', 'api_key'), apiSecret: await seal('the secret', 'api_secret') }
  const { credentials } = await unsealAccount(vault, { ...CONNECTION, id, ...boxes }, '/market')
  expect(credentials).toEqual({ apiKey: 'the key', apiSecret: 'the secret' })
})

it('refuses a box that belongs to another connection', async () => {
  const { vault, seal } = await start()
  const credentials = await seal('{"apiKey":"k"}', 'credentials')
  const opened = unsealAccount(vault, { ...CONNECTION, id: randomUUID(), credentials }, '/market')
  await expect(opened).rejects.toThrow('is damaged or does not belong there')
})
