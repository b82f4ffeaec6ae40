/** A price at which a venue waits for an order or a position, as they hold it: it can be withdrawn. */
export interface TriggerHandle {
  alive: boolean
  readonly heap: { drop(trigger: { alive: boolean }): void }
}
