import type { FinancingNote, MarginNote, TransferNote } from '@tradeloom/database'
import type { VenueEvent } from '@tradeloom/domain'
import type { JournalNews } from './account-news.ts'

/** What a session is told beside executions, and the position at the venue that it concerns. */
export interface AccountChange {
  /** What an event that tells it is named by. */
  readonly source: string
  readonly positionId: string | null
  /** `number`: the position's in the engine; null if it has none, or none is concerned. */
  readonly eventOf: (number: number | null, time: number) => VenueEvent | null
}

type Body = Partial<FinancingNote> & Partial<TransferNote> & Partial<MarginNote>

/** What an entry of the journal says of the whole account. */
export function accountChanges({ n, body }: JournalNews): AccountChange[] {
  const { cost, charges = {}, transfer, isCalled } = JSON.parse(body) as Body
  const changes = Object.entries(charges).map(([positionId, amount]): AccountChange => ({
    source: `financing ${n} ${positionId}`,
    positionId,
    eventOf: (number, time) =>
      number === null ? null : { kind: 'FINANCING', time, cost: cost ?? 'swap', positionId: number, amount },
  }))
  if (transfer !== undefined) {
    const eventOf = (_: number | null, time: number) => ({ kind: 'BALANCE', time, balance: null, transfer }) as const
    changes.push({ source: `transfer ${n}`, positionId: null, eventOf })
  }
  if (isCalled !== undefined) {
    const eventOf = (_: number | null, time: number) => ({ kind: 'MARGIN', time, isCalled }) as const
    changes.push({ source: `margin ${n}`, positionId: null, eventOf })
  }
  return changes
}
