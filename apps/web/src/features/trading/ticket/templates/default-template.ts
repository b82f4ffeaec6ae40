/** The template with which a ticket of an instrument begins. */
export interface DefaultTemplate {
  /** Null where there is none. */
  readonly id: string | null
  readonly onId: (id: string | null) => void
  /** Whether the ticket was opened on a side, which stays. */
  readonly isSideChosen: boolean
}
