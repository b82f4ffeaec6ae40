import { z } from 'zod'
import { byId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { exchangeConnection, keyFields } from './exchange-keys.ts'

const { apiKey, apiSecret, username, password } = keyFields

export const setGuardianKey = endpoint({
  method: 'PUT',
  path: '/api/exchange-api-keys/:id/guardian-key',
  auth: 'user',
  recentLogin: 'always',
  summary: 'Give the guardian of a connection a key of its own, in place of its last one; needs a recent login',
  audit: { action: 'guardian-key-added' },
  params: byId,
  query: nothing,
  body: z.discriminatedUnion('formStyle', [
    z.strictObject({ formStyle: z.literal(4), apiKey, apiSecret }),
    z.strictObject({ formStyle: z.literal(5), apiKey }),
    z.strictObject({ formStyle: z.literal(6), username, password }),
  ]),
  response: exchangeConnection,
})

export const deleteGuardianKey = endpoint({
  method: 'DELETE',
  path: '/api/exchange-api-keys/:id/guardian-key',
  auth: 'user',
  recentLogin: 'always',
  weakens: 'The key of a guardian was deleted, so it cannot close positions while the process of the orders hangs',
  summary: 'Take the key of its own from the guardian of a connection; needs a recent login',
  audit: { action: 'guardian-key-deleted' },
  params: byId,
  query: nothing,
  body: nothing,
  response: exchangeConnection,
})
