/** A registered price trigger of an order or a position, which its owner can move or withdraw. */
export interface TriggerHandle {
  moveTo(price: number): void
  withdraw(): void
}
