import type { ChannelRow } from './notifications.repository.ts'
import type { Message } from './message.ts'

/** What has become of a try. `gone`: the address will never work again. `wait`: the other side asks for a pause. */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone'; readonly problem: string }
  | { readonly kind: 'wait'; readonly ms: number; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string }

/** How one kind of channel is told something. */
export interface Sender {
  /** Pauses after failed tries; the last failure drops the delivery. */
  readonly pausesMs: readonly number[]
  /** After failing for that long the channel is switched off, and its user is told; null: never. */
  readonly givesUpMs: number | null
  send(channel: ChannelRow, message: Message): Promise<SendResult>
}
