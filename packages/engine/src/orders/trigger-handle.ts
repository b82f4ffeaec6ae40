/** A registered price trigger of an order or a position, which its owner can withdraw. */
export interface TriggerHandle {
  alive: boolean
  readonly heap: { drop(trigger: { alive: boolean }): void }
}
