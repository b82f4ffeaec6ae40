import type { OandaRest } from './oanda-rest.ts'
import { type Fields, fieldsOf, rowsOf, textOf, timeOf } from './read-fields.ts'

/** The most that one answer has. */
const PAGE = 1_000

export interface TransactionPage {
  /** Oldest first. */
  readonly transactions: readonly Fields[]
  /** Everything up to this one was read. */
  readonly last: number
}

/** All that has happened to an account, numbered without a hole. */
export class TransactionLog {
  readonly #rest: OandaRest

  constructor(rest: OandaRest) {
    this.#rest = rest
  }

  async one(id: string): Promise<Fields> {
    return fieldsOf((await this.#rest.read(`/transactions/${id}`))['transaction'])
  }

  /** The number of the newest one. */
  async newest(): Promise<number> {
    return numberOf((await this.#rest.read('/summary'))['lastTransactionID'])
  }

  /** Pages of what has come after one. The last page may be empty. */
  async *since(id: number): AsyncIterable<TransactionPage> {
    for (let from = id; ;) {
      const { transactions, lastTransactionID } = await this.#rest.read(`/transactions/sinceid?id=${from}`)
      const newest = numberOf(lastTransactionID)
      const rows = inOrder(rowsOf(transactions))
      const last = Math.max(from, rows.length === 0 ? newest : numberOf(rows.at(-1)?.['id']))
      yield { transactions: rows, last }
      if (last >= newest) return
      from = last
    }
  }

  /** Pages from the newest one back to a time, UTC milliseconds; the newest page first. */
  async *backTo(since: number): AsyncIterable<TransactionPage> {
    const last = await this.newest()
    for (let to = last; to > 0; to -= PAGE) {
      const from = Math.max(1, to - PAGE + 1)
      const { transactions } = await this.#rest.read(`/transactions/idrange?from=${from}&to=${to}`)
      const rows = inOrder(rowsOf(transactions))
      yield { transactions: rows, last }
      const [oldest] = rows
      if (oldest && timeOf(oldest['time']) < since) return
    }
  }
}

export function numberOf(id: unknown): number {
  const number = Number(textOf(id))
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError('The number of a transaction is none')
  return number
}

function inOrder(rows: readonly Fields[]): readonly Fields[] {
  return rows.toSorted((a, b) => numberOf(a['id']) - numberOf(b['id']))
}
