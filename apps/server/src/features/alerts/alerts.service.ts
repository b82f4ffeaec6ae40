import { indicatorProblem } from '@tradeloom/alerts'
import type { Alert } from '@tradeloom/contracts'
import type { ListedInstrument } from '@tradeloom/domain'
import { type AlertTerms, describeAlert, NEW_ALERT_STATE } from '@tradeloom/domain/alerts'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import type { AlertRow, AlertsRepository } from './alerts.repository.ts'

export interface AlertsServiceParts {
  readonly repository: AlertsRepository
  readonly ticks: TickSource
  readonly listings: () => Promise<readonly ListedInstrument[]>
}

export interface AlertChange {
  readonly terms?: AlertTerms | undefined
  readonly note?: string | undefined
  readonly isPaused?: boolean | undefined
}

/** The alerts of users. */
export class AlertsService {
  readonly #parts: AlertsServiceParts

  constructor(parts: AlertsServiceParts) {
    this.#parts = parts
  }

  async list(userId: string): Promise<Alert[]> {
    return this.#view(await this.#parts.repository.list(userId))
  }

  /** Null for one that is gone. */
  async find(userId: string, id: string): Promise<Alert | null> {
    const row = await this.#parts.repository.get(userId, id)
    return row === null ? null : this.#one(row)
  }

  async create(userId: string, terms: AlertTerms, note: string): Promise<Alert> {
    await this.#check(terms)
    const nextRow = await this.#newestRow(terms.instrumentId)
    return this.#one(await this.#parts.repository.add(userId, terms, { note, nextRow }))
  }

  async change(userId: string, id: string, { terms, note, isPaused }: AlertChange): Promise<Alert> {
    const before = await this.#parts.repository.get(userId, id)
    if (!before) throw notFound('Alert')
    if (terms) {
      if (terms.instrumentId !== before.instrumentId)
        throw invalid('An alert stays with its instrument', 'terms.instrumentId')
      await this.#check(terms)
    }
    // Whoever changes what it watches wants it to be watched.
    const begins = isPaused === false || (terms !== undefined && isPaused === undefined && before.status !== 'PAUSED')
    const row = await this.#parts.repository.change(userId, id, {
      ...(terms ? { terms } : {}),
      ...(note === undefined ? {} : { note }),
      ...(isPaused === true ? { status: 'PAUSED' as const, problem: null } : {}),
      ...(begins ? { status: 'ACTIVE' as const, problem: null } : {}),
      ...(begins || terms ? { nextRow: await this.#newestRow(before.instrumentId), state: NEW_ALERT_STATE } : {}),
    })
    if (!row) throw notFound('Alert')
    return this.#one(row)
  }

  async remove(userId: string, id: string): Promise<void> {
    if (!(await this.#parts.repository.remove(userId, id))) throw notFound('Alert')
  }

  async firings(userId: string, id: string) {
    const { repository } = this.#parts
    if ((await repository.get(userId, id)) === null) throw notFound('Alert')
    const rows = await repository.firings(userId, id)
    return rows.map(({ id: firing, at, body }) => ({ id: firing, at: at.getTime(), text: body }))
  }

  /** The first row that it judges: the price that its user sees, so that the next one can cross. */
  async #newestRow(instrumentId: string): Promise<number> {
    return (await this.#parts.ticks.last(instrumentId))?.sequence ?? 0
  }

  async #check({ instrumentId, value, against }: AlertTerms): Promise<void> {
    const listed = await this.#parts.listings()
    if (!listed.some(({ id }) => id === instrumentId))
      throw invalid(`There are no live prices of ${instrumentId}`, 'terms.instrumentId')
    if (value.kind === 'indicator') refuseInput(indicatorProblem(value), 'terms.value')
    if (typeof against === 'object') refuseInput(indicatorProblem(against), 'terms.against')
  }

  async #one(row: AlertRow): Promise<Alert> {
    return (await this.#view([row]))[0] as Alert
  }

  async #view(rows: readonly AlertRow[]): Promise<Alert[]> {
    const listed = rows.length === 0 ? [] : await this.#parts.listings()
    return rows.map(({ id, instrumentId, terms, note, status, problem, fireCount, firedAt, createdAt }) => ({
      id,
      symbol: listed.find((one) => one.id === instrumentId)?.displaySymbol ?? instrumentId,
      terms: { ...terms, value: openValue(terms.value), against: openAgainst(terms.against) },
      text: describeAlert(terms),
      note,
      status,
      problem,
      fireCount,
      firedAt: firedAt?.getTime() ?? null,
      created: createdAt.getTime(),
    }))
  }
}

type Open<Value> = Value extends { readonly args: readonly number[] } ? Omit<Value, 'args'> & { args: number[] } : Value

/** The contract's arrays can be changed. */
function openValue(value: AlertTerms['value']): Open<AlertTerms['value']> {
  return value.kind === 'indicator' ? { ...value, args: [...value.args] } : value
}

function openAgainst(against: AlertTerms['against']): Open<AlertTerms['against']> {
  return typeof against === 'number' ? against : { ...against, args: [...against.args] }
}
