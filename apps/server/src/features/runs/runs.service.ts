import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { type RunKind, type RunRecord, type RunScope, unknownRun } from './run-table.ts'

export interface RunsDeps<Row, Page> {
  readonly repository: {
    record(id: string): Promise<RunRecord<Row> | null>
    list(scope: RunScope, page: Page): Promise<RunRecord<Row>[]>
    unfinishedOfUser(userId: string): Promise<RunRecord<Row>[]>
  }
  readonly algorithms: Pick<AlgorithmsService, 'ownerOf'>
}

/** Who looks at the runs of an algorithm; `viewerId` is null for a visitor. */
export interface Viewing {
  readonly ownerId: string
  readonly viewerId: string | null
}

/** Who may see which runs of a kind. A visitor (`viewerId` null) sees what is shared. */
export class RunsService<Row extends { readonly userId: string }, View, Page> {
  readonly #kind: RunKind
  readonly #deps: RunsDeps<Row, Page>
  readonly #view: (record: RunRecord<Row>, viewerId: string | null) => View

  constructor(
    kind: RunKind,
    deps: RunsDeps<Row, Page>,
    view: (record: RunRecord<Row>, viewerId: string | null) => View,
  ) {
    this.#kind = kind
    this.#deps = deps
    this.#view = view
  }

  async visible(id: string, viewerId: string | null): Promise<RunRecord<Row>> {
    const record = await this.#deps.repository.record(id)
    if (!record || (record.row.userId !== viewerId && !record.isPublic)) throw unknownRun(this.#kind)
    return record
  }

  async own(id: string, userId: string): Promise<RunRecord<Row>> {
    const record = await this.#deps.repository.record(id)
    if (record?.row.userId !== userId) throw unknownRun(this.#kind)
    return record
  }

  /** Who a socket speaks to about a run: its owner or the public. Throws 404 for others. */
  async audienceOf(id: string, viewerId: string | null): Promise<'owner' | 'public'> {
    return (await this.visible(id, viewerId)).row.userId === viewerId ? 'owner' : 'public'
  }

  async row(id: string, viewerId: string | null): Promise<View> {
    return this.#view(await this.visible(id, viewerId), viewerId)
  }

  async list(userId: string, page: Page): Promise<View[]> {
    return this.#viewAll(await this.#deps.repository.list({ userId, algorithmId: null }, page), userId)
  }

  async unfinished(userId: string): Promise<View[]> {
    return this.#viewAll(await this.#deps.repository.unfinishedOfUser(userId), userId)
  }

  /** Throws 404 when the viewer may not see the algorithm. */
  ownerOf(algorithmId: string, viewerId: string | null): Promise<string> {
    return this.#deps.algorithms.ownerOf(algorithmId, viewerId)
  }

  async listOfAlgorithm(algorithmId: string, viewing: Viewing, page: Page): Promise<View[]> {
    return this.#viewAll(await this.#deps.repository.list(scopeOf(algorithmId, viewing), page), viewing.viewerId)
  }

  #viewAll(records: readonly RunRecord<Row>[], viewerId: string | null): View[] {
    return records.map((record) => this.#view(record, viewerId))
  }
}

/** Others than the owner see what the owner ran on shared versions. */
export function scopeOf(algorithmId: string, { ownerId, viewerId }: Viewing): RunScope {
  return viewerId === ownerId ? { userId: ownerId, algorithmId } : { userId: null, algorithmId }
}
