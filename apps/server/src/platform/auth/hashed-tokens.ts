import { createHash } from 'node:crypto'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth'

/** What is stored instead of the token of a login, so that nobody who reads the database can use the login. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const SESSION = 'session'
/** What finds rows by conditions. */
const FINDING = [
  'findOne',
  'findMany',
  'count',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'consumeOne',
  'incrementOne',
] as const

interface Request {
  readonly model: string
  readonly where?: Where[]
  readonly update?: Readonly<Record<string, unknown>>
}
type Method = (request: Request) => Promise<unknown>
type Creation = (request: { readonly model: string; readonly data: Record<string, unknown> }) => Promise<object>

/**
 * The login library compares tokens in its own queries and writes the token of a row into the cookie. Between the
 * library and the database, tokens become their hashes on the way in, and the tokens of its requests on the way out.
 */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((tx) => work({ ...tx, ...hashing(tx) })),
  }
}

function hashing(adapter: DBTransactionAdapter): Partial<DBTransactionAdapter> {
  const create: Creation = async ({ model, data, ...rest }) => {
    const { token } = data
    if (model !== SESSION || typeof token !== 'string') return adapter.create({ model, data, ...rest })
    const row = await adapter.create<Record<string, unknown>>({
      model,
      data: { ...data, token: tokenHash(token) },
      ...rest,
    })
    return { ...row, token }
  }
  const finding = FINDING.map((name) => [name, hashingConditions(adapter[name] as unknown as Method)])
  return { ...Object.fromEntries(finding), create }
}

function hashingConditions(method: Method): Method {
  return async (request) => {
    if (request.model !== SESSION) return method(request)
    const tokens = new Map<unknown, string>()
    const hashed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(hashed)
      if (typeof value !== 'string') return value
      const hash = tokenHash(value)
      tokens.set(hash, value)
      return hash
    }
    const { where, update } = request
    const result = await method({
      ...request,
      ...(where && {
        where: where.map((one) =>
          one.field === 'token' ? { ...one, value: hashed(one.value) as Where['value'] } : one,
        ),
      }),
      ...(update && 'token' in update && { update: { ...update, token: hashed(update['token']) } }),
    })
    return Array.isArray(result) ? result.map((row) => withToken(row, tokens)) : withToken(result, tokens)
  }
}

/** A row with the token of the request. */
function withToken(row: unknown, tokens: ReadonlyMap<unknown, string>): unknown {
  if (typeof row !== 'object' || row === null || !('token' in row)) return row
  return { ...row, token: tokens.get(row.token) ?? row.token }
}
