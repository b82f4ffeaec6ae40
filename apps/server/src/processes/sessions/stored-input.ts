import type { AdjustEvent, VenueEvent } from '@tradeloom/domain'

/** Where a session begins: the first input, and again after each start anew. */
export interface StartInput {
  readonly kind: 'START'
  /** The first traded time, UTC milliseconds. */
  readonly start: number
  /** The first row of the tick log that it takes. */
  readonly firstRow: number
  /** Intents before it belong to earlier starts. */
  readonly intentBase: number
  /** Trades of earlier starts, which it is not told: it takes over what they have opened. */
  readonly earlierTrades: readonly string[]
  /** The newest entry of the journal of its account by then; unset in older ones. */
  readonly journalN?: number
  /** Bars of its warm-up. */
  readonly warmup: number
  /** What was known by then of the datasets that its script reads; unset where there are none. */
  readonly known?: readonly ToldValues[]
  /** From when on all of their revisions are told, UTC milliseconds; of earlier ones, the last of each period. */
  readonly knownSince?: number
}

/** On what a session runs since its start, until it starts over. Its script is not told. */
export interface EngineInput {
  readonly kind: 'ENGINE'
  /** Of the session host, see `SessionHost.bundle`. */
  readonly bundle: string
  readonly version: string
}

/** Values of a dataset. */
export interface ToldValues {
  readonly sourceId: string
  /** `KnownColumns` as doubles, column after column, in Base64. */
  readonly rows: string
}

/** What a session is told beside prices; stored before its script sees it. */
export type StoredInput =
  | StartInput
  | {
      readonly kind: 'EVENT'
      /** What it was made from, so that nothing is told twice. */
      readonly source: string
      readonly event: VenueEvent
      /** Applied with the next price, before the script sees that. */
      readonly isAttached: boolean
      /** The position at the venue that a fill has opened or closed. */
      readonly positionId: string | null
    }
  | { readonly kind: 'CLOSE_UNTIL'; readonly time: number }
  | { readonly kind: 'CONTROL'; readonly openingsRefused: string | null }
  /** A price of a market that converts money. */
  | {
      readonly kind: 'RATE'
      readonly instrumentId: string
      readonly time: number
      readonly bid: number
      readonly ask: number
    }
  | ({ readonly kind: 'KNOWN' } & ToldValues)
  | EngineInput

/** An input with its place in the order of all inputs. */
export type EventInput = Extract<StoredInput, { kind: 'EVENT' }>

export interface PlacedInput {
  readonly seq: number
  readonly afterRow: number
  readonly input: StoredInput
}

export function placedInput({ seq, afterRow, body }: { seq: number; afterRow: number; body: unknown }): PlacedInput {
  const input = body as StoredInput
  if (input.kind !== 'EVENT' || input.event.kind !== 'ADJUST') return { seq, afterRow, input }
  // Unset in older ones.
  const { tradeId = input.source } = input.event as Partial<AdjustEvent>
  return { seq, afterRow, input: { ...input, event: { ...input.event, tradeId } } }
}

/** On which the last of these starts was; null for a session from before engines were kept. */
export function engineOf(inputs: readonly PlacedInput[]): EngineInput | null {
  for (const { input } of inputs.toReversed()) if (input.kind === 'ENGINE') return input
  return null
}
