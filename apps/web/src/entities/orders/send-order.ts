import {
  type ChangeOrderRequest,
  type OpenPositionRequest,
  type OrderRequest,
  type ProtectPositionRequest,
  socketRequests,
} from '@tradeloom/contracts'
import { submit } from '../../realtime/ask.ts'
import { ConnectionLost, RequestTimeout } from '../../realtime/socket-client.ts'

/** Names this program among those that trade through the platform. */
const TAG = 'tradeloom-web'
/** How often an order is sent before the trader has to decide. All have one key, so it is placed once. */
const TRIES = 5

/**
 * Sends an order once: repeated with the same key it is placed once, too. `onSlow` is called while it waits for longer than
 * usual.
 * @throws {Error} with a text for the trader.
 */
export async function openPosition(order: Omit<OpenPositionRequest, 'tag'>, onSlow?: () => void): Promise<void> {
  await answered((age) => submit(socketRequests.openPosition, { ...order, tag: TAG, age }), onSlow)
}

/** Sends an order of the ticket, as `openPosition` does. @throws {Error} with a text for the trader. */
export async function placeOrder(order: OrderRequest, onSlow: () => void): Promise<void> {
  await answered((age) => submit(socketRequests.placeOrder, { ...order, age }), onSlow)
}

/** Closes a position, all of it without a quantity, as `openPosition` sends. @throws {Error} with a text for the trader. */
export async function closePosition(
  request: { readonly positionId: string; readonly key: string; readonly quantity?: number },
  onSlow: () => void,
): Promise<void> {
  await answered((age) => submit(socketRequests.closePosition, { ...request, age }), onSlow)
}

/** Gives an open position other levels, as `openPosition` sends. @throws {Error} with a text for the trader. */
export async function protectPosition(request: ProtectPositionRequest, onSlow: () => void): Promise<void> {
  await answered((age) => submit(socketRequests.protectPosition, { ...request, age }), onSlow)
}

/** Gives a working order other terms, as `openPosition` sends. @throws {Error} with a text for the trader. */
export async function sendOrderChange(request: ChangeOrderRequest, onSlow: () => void): Promise<void> {
  await answered((age) => submit(socketRequests.changeOrder, { ...request, age }), onSlow)
}

/** It may have been placed: only with the same key it can be sent again. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** `send` gets the time since the click: prices have moved on when the server hears of it only then. */
async function answered(
  send: (age: number) => Promise<unknown>,
  onSlow = (): void => {},
  tries = TRIES,
  clickedAt = performance.now(),
): Promise<void> {
  try {
    await send(Math.round(performance.now() - clickedAt))
  } catch (error) {
    if (!(error instanceof RequestTimeout) && !(error instanceof ConnectionLost)) throw error
    if (error instanceof RequestTimeout && tries > 1) {
      onSlow()
      return answered(send, onSlow, tries - 1, clickedAt)
    }
    throw new NoAnswer('The server has not answered yet. Try again: the same order is never placed twice', {
      cause: error,
    })
  }
}
