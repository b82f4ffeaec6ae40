import type { LabTransaction, OandaAccount } from '../trading/oanda-account.ts'
import { parseTime } from '../venue-time.ts'
import { notFound, OandaError } from './oanda-error.ts'
import { integerOf, listOf, type OandaRequest, type Routes } from './route.ts'

const MAX_TRANSACTIONS = 1000
const USUAL_PAGE = 100

/** Requests that read the journal of an account. */
export function transactionRoutes(rest: () => string): Routes {
  return {
    'GET /v3/accounts/{accountID}/transactions': (request) => pages(request, rest()),
    'GET /v3/accounts/{accountID}/transactions/{transactionID}': ({ account, path }) => {
      const transaction = account.transactions.find(({ id }) => id === path['transactionID'])
      if (transaction === undefined) throw notFound('transaction')
      return { transaction }
    },
    'GET /v3/accounts/{accountID}/transactions/idrange': ({ account, query }) => {
      const [from, to] = [rangeId(account, query, 'from'), rangeId(account, query, 'to')]
      if (from > to) throw new OandaError(416, "Invalid value specified for 'from'")
      return { transactions: filtered(query, account.transactions.slice(from - 1, to)).slice(0, MAX_TRANSACTIONS) }
    },
    'GET /v3/accounts/{accountID}/transactions/sinceid': ({ account, query }) => {
      const since = integerOf(query, 'id')
      if (since === null) throw new OandaError(400, "Invalid value specified for 'id'")
      if (since > account.transactions.length) throw new OandaError(416, "Invalid value specified for 'id'")
      return { transactions: filtered(query, account.transactions.slice(since)).slice(0, MAX_TRANSACTIONS) }
    },
  }
}

function rangeId(account: OandaAccount, query: URLSearchParams, name: string): number {
  const id = integerOf(query, name)
  if (id === null || id < 1) throw new OandaError(400, `Invalid value specified for '${name}'`)
  if (id > account.transactions.length) throw new OandaError(416, `Invalid value specified for '${name}'`)
  return id
}

function filtered(query: URLSearchParams, transactions: readonly LabTransaction[]): readonly LabTransaction[] {
  const types = listOf(query, 'type')
  return transactions.filter(({ type }) => types === null || types.includes(type))
}

/** Addresses of pages instead of transactions. */
function pages({ account, query }: OandaRequest, rest: string): object {
  const size = Math.min(integerOf(query, 'pageSize') ?? USUAL_PAGE, MAX_TRANSACTIONS)
  const from = parseTime(query.get('from') ?? account.createdTime) ?? 0
  const to = parseTime(query.get('to') ?? '') ?? Infinity
  const found = filtered(query, account.transactions).filter(({ time }) => {
    const at = parseTime(time) ?? 0
    return at >= from && at <= to
  })
  const pages: string[] = []
  for (let at = 0; at < found.length; at += size) {
    const [first, last] = [found[at], found[Math.min(at + size, found.length) - 1]]
    pages.push(`${rest}/v3/accounts/${account.id}/transactions/idrange?from=${first?.id}&to=${last?.id}`)
  }
  const newest = account.transactions.at(-1)?.time ?? account.createdTime
  return {
    from: query.get('from') ?? account.createdTime,
    to: query.get('to') ?? newest,
    pageSize: size,
    count: found.length,
    pages,
  }
}
