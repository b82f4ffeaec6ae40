import type { Database, Drizzle } from '@tradeloom/database'
import type { AddedChannelKind, addNotificationChannel } from '@tradeloom/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Envelopes } from '../../../platform/secrets/envelopes.ts'
import type { Sender } from '../sender.ts'

export type Wanted = z.output<typeof addNotificationChannel.body>
export type AddedKind = AddedChannelKind

export interface ChannelParts {
  readonly config: Config
  readonly db: Drizzle
  readonly connection: Database['connection']
  readonly envelopes: Envelopes
  readonly outbound: Outbound
  /** How browsers reach the server. */
  readonly url: string
  readonly now: () => number
  readonly logger: FastifyBaseLogger
  /** Connects what was added with a pending address; false if there is none such. */
  readonly link: (token: string, to: { readonly id: string; readonly name: string }) => Promise<boolean>
}

/** What is stored of a channel that its user adds. */
export interface Addition {
  /** As its user recognizes it. */
  readonly name: string
  /** `pendingAddress` of a token until it is linked. */
  readonly address: string
  /** What is sealed; null: none. */
  readonly secret: string | null
  /** What the answer shows, once. */
  readonly shown?: { readonly secret: string } | { readonly link: string }
}

/** One kind of channel in a running server. */
export interface OpenChannel<Kind extends AddedKind> {
  /** Null: this installation does not have it. */
  readonly sender: Sender | null
  /** Checks what the user has entered. */
  add(wanted: Extract<Wanted, { kind: Kind }>, browser: string): Promise<Addition>
  start?(): void
  stop?(): Promise<void>
}

/** One kind of channel: `<kind>.channel.ts` exports it as `<kind>Channel`. */
export interface Channel<Kind extends AddedKind> {
  /** What its user sees of the address besides the name. */
  urlOf(address: string): string | null
  /** Whether an address belongs to the user who has added it last. */
  readonly isTakenOver: boolean
  open(parts: ChannelParts): OpenChannel<Kind>
}

/** One of each kind: the generated list must have it. @public */
export type AllChannels = { readonly [Kind in AddedKind]: Channel<Kind> }
