import type { IntentRow } from '@tradeloom/database'
import type { IntentGateway, VenueAnswer } from '../../../trading-core/intents/intent-gateway.ts'
import type { PaperVenue } from '../paper-venue.ts'
import type { RunningDrill } from '../../../trading-core/prices/running-drill.ts'

export interface DrilledVenueParts {
  readonly venue: Pick<PaperVenue, 'fenceMs' | 'find' | 'prepare' | 'submit' | 'book'>
  readonly drill: () => RunningDrill | null
  readonly now: () => number
}

/** The venue of a paper account, as it answers while answers are lost. */
export class DrilledVenue implements IntentGateway {
  readonly #parts: DrilledVenueParts

  constructor(parts: DrilledVenueParts) {
    this.#parts = parts
  }

  get fenceMs(): number {
    return this.#parts.venue.fenceMs
  }

  prepare(intent: IntentRow): Promise<void> {
    return this.#parts.venue.prepare(intent)
  }

  async submit(intent: IntentRow): Promise<VenueAnswer> {
    const { venue, drill } = this.#parts
    const answer = await venue.submit(intent)
    if (drill()?.losesAnswer(intent.id) !== true) return answer
    if (answer.kind === 'ACCEPTED' && answer.booking) await venue.book(answer.booking)
    throw new Error('the answer was lost, as practiced')
  }

  async find(intent: IntentRow): Promise<VenueAnswer | null> {
    const { venue, drill, now } = this.#parts
    if (drill()?.isUnanswered(intent.id, now()) === true) throw new Error('the venue does not answer, as practiced')
    return venue.find(intent)
  }
}
