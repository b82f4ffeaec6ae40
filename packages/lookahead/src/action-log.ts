import type { Action } from './action.ts'
import { callPlace } from './call-place.ts'
import type { Observation, Observed } from './observation.ts'

/** More actions reveal nothing new. */
const MAX_ACTIONS = 20_000
/** Finding the place of a call costs more than the call. */
const MAX_PLACES = 1_000

/** Records the trading calls of a script in one run. */
export class ActionLog {
  readonly #observed: Observed
  readonly #observation: Observation
  readonly #now: () => number

  constructor(observed: Observed, observation: Observation, now: () => number) {
    this.#observed = observed
    this.#observation = observation
    this.#now = now
  }

  add(kind: Action['kind'], detail: string, attached = ''): void {
    const { actions, reads, readsBefore } = this.#observed
    const time = this.#now()
    const isWatched = time === this.#observation.readsAt
    if (isWatched) this.#observed.readsBefore = Math.min(readsBefore, reads.length)
    if (actions.length >= MAX_ACTIONS) return
    const isPlaced = isWatched || (this.#observation.places === true && actions.length < MAX_PLACES)
    actions.push({ time, kind, detail, attached, place: isPlaced ? callPlace() : null })
  }

  reject(reason: string | null): void {
    const { rejected } = this.#observed
    this.#observed.rejected = {
      count: rejected.count + 1,
      reason: rejected.count === 0 ? String(reason) : rejected.reason,
    }
  }
}
