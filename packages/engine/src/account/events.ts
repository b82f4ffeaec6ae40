import type { ScriptOrder } from '../orders/working-order.ts'
import type { ScriptPosition } from './script-position.ts'

export interface EventHandlers {
  readonly onOrder: ((order: ScriptOrder) => unknown) | undefined
  readonly onPositionOpened: ((position: ScriptPosition) => unknown) | undefined
  readonly onPositionClosed: ((position: ScriptPosition) => unknown) | undefined
}

/** Order and position events waiting for the script's handlers. Each record is a copy that the script may change. */
export class Events {
  /** Whether the script has no handler of orders or positions. */
  wantsNone = true
  /** How many are waiting. */
  count = 0
  #handlers: EventHandlers = { onOrder: undefined, onPositionOpened: undefined, onPositionClosed: undefined }
  #waiting: (() => unknown)[] = []

  /** Sets the handlers of the script. */
  listen(handlers: EventHandlers): void {
    this.#handlers = handlers
    this.wantsNone = !this.wantsOrders && !this.wantsOpened && !this.wantsClosed
  }

  /** Records are only created for handlers that the script has. */
  get wantsOrders(): boolean {
    return this.#handlers.onOrder !== undefined
  }

  get wantsOpened(): boolean {
    return this.#handlers.onPositionOpened !== undefined
  }

  get wantsClosed(): boolean {
    return this.#handlers.onPositionClosed !== undefined
  }

  order(record: ScriptOrder): void {
    const { onOrder } = this.#handlers
    if (onOrder) this.#add(onOrder, record)
  }

  opened(record: ScriptPosition): void {
    const { onPositionOpened } = this.#handlers
    if (onPositionOpened) this.#add(onPositionOpened, record)
  }

  closed(record: ScriptPosition): void {
    const { onPositionClosed } = this.#handlers
    if (onPositionClosed) this.#add(onPositionClosed, record)
  }

  /** Calls the handlers for the pending events; events that they cause wait for the next call. */
  dispatch(): void {
    const pending = this.#waiting
    this.#waiting = []
    this.count = 0
    for (const publish of pending) publish()
  }

  #add<Item>(handler: (item: Item) => unknown, item: Item): void {
    this.count += 1
    this.#waiting.push(() => handler(item))
  }
}
