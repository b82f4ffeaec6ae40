import type { VenueEnvironment } from '@tradeloom/domain'
import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

const connectionType = z.enum(['live', 'practice']) satisfies z.ZodType<VenueEnvironment>

const formStyle = z.literal([4, 5, 6])

/** The key that the guardian of a connection has for itself. */
const guardianKey = z.object({
  /** Masked, with its last 4 characters. */
  apiKey: z.string(),
  /** Whether the guardian uses it. */
  isAccepted: z.boolean(),
  /** Why it is not accepted, or could not be tried again; null if all is well, or it was not tried yet. */
  problem: z.string().nullable(),
})

/** A connection to an exchange, as its owner sees it: of the key only the end, of the secret nothing. */
export const exchangeConnection = z.object({
  id: uuid,
  type: connectionType,
  broker: z.string(),
  /** The form that it was entered in: 4 has a key and a secret, 5 a key alone, 6 a username and a password. */
  formStyle,
  /** Masked, with its last 4 characters. */
  apiKey: z.string(),
  /** UTC milliseconds. */
  created: z.number(),
  lastUsed: z.number().nullable(),
  /** Why it cannot be used; null if it can. */
  connectionError: z.string().nullable(),
  /** Whether the key was refused for good: it has to be deleted, and a new one entered. */
  isRefused: z.boolean(),
  /** What should be changed at the exchange; null if all is well. */
  warning: z.string().nullable(),
  /** False: the package includes fewer connections, so this one opens nothing new. */
  isInPackage: z.boolean(),
  /** True, false, or null while it is not known. */
  connected: z.boolean().nullable(),
  /** Null if the guardian has none. */
  guardianKey: guardianKey.nullable(),
})
export type ExchangeConnection = z.infer<typeof exchangeConnection>

/** An exchange that keys can be entered for. */
const exchangeBroker = z.object({
  broker: z.string(),
  name: z.string(),
  formStyle,
  types: z.array(connectionType),
  /** Where an account is opened. */
  signUpUrl: z.url({ protocol: /^https$/ }),
  /** A drawing, as SVG. */
  logo: z.string(),
  /** Whether the guardian closes positions there with a key of its own only. */
  guardianHasOwnKey: z.boolean(),
  /** Whether an administrator has switched it on. */
  isOn: z.boolean(),
})

export type ExchangeBroker = z.infer<typeof exchangeBroker>

export const listExchangeKeys = endpoint({
  method: 'GET',
  path: '/api/exchange-api-keys',
  auth: 'user',
  summary: 'Connections of the user to exchanges; of their keys only the end',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(exchangeConnection),
})

export const listExchangeBrokers = endpoint({
  method: 'GET',
  path: '/api/exchange-brokers',
  auth: 'user',
  summary: 'Exchanges that keys can be entered for',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(exchangeBroker),
})

const account = { type: connectionType, broker: line.trim().min(1, 'Please select a broker').max(24) }
/** What the forms of keys have. */
export const keyFields = {
  apiKey: line.trim().min(1, 'Please enter the API key').max(512, 'An API key has at most 512 characters'),
  apiSecret: line.trim().min(1, 'Please enter the API secret').max(4096, 'A secret has at most 4096 characters'),
  username: line.trim().min(1, 'Please enter the username').max(512, 'A username has at most 512 characters'),
  password: line.min(1, 'Please enter the password').max(4096, 'A password has at most 4096 characters'),
}
const { apiKey, apiSecret, username, password } = keyFields

export const addExchangeKey = endpoint({
  method: 'POST',
  path: '/api/exchange-api-keys',
  auth: 'user',
  recentLogin: 'always',
  summary: 'Connect to an exchange with a key, which is tried at once; needs a recent login',
  audit: { action: 'exchange-key-added', details: ['broker', 'type'] },
  params: nothing,
  query: nothing,
  body: z.discriminatedUnion('formStyle', [
    z.strictObject({ formStyle: z.literal(4), ...account, apiKey, apiSecret }),
    z.strictObject({ formStyle: z.literal(5), ...account, apiKey }),
    z.strictObject({ formStyle: z.literal(6), ...account, username, password }),
  ]),
  response: exchangeConnection,
})

export const deleteExchangeKey = endpoint({
  method: 'DELETE',
  path: '/api/exchange-api-keys/:id',
  auth: 'user',
  recentLogin: 'always',
  weakens: 'A key of an exchange was deleted, so nothing here can close its positions',
  summary:
    'Delete a key and end its connection; orders stay at the exchange, and what was traded stays in the lists; needs a recent login',
  audit: { action: 'exchange-key-deleted' },
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
