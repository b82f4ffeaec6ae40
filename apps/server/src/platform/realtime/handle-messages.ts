import { CHANNEL_TOPICS, clientMessage, type ClientMessage, type SocketRequest } from '@tradeloom/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { requireScope } from '../api/api-logins.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import { asAppError } from '../http/reply-to-error.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Client } from './client.ts'
import { answerRequest, findRequest, type RequestHandlers } from './requests.ts'
import { TopicAccess } from './topic-access.ts'
import type { TopicRegistry } from './topic-registry.ts'

export interface MessageDeps {
  readonly registry: TopicRegistry
  readonly requests: RequestHandlers
  readonly broadcaster: Broadcaster
  /** The queue of expensive requests. */
  readonly heavyWork: FairQueue
  readonly logger: FastifyBaseLogger
  /** Throws while programs of this user may not trade. */
  readonly refuseTrading: (userId: string) => Promise<void>
  /** Whether the error means that the database is down. */
  readonly isDatabaseAway: (error: unknown) => boolean
}

/** WebSocket close code of a server that is temporarily unavailable. */
export const TRY_AGAIN_LATER = 1013
const TOO_MANY_PENDING = 'Too many concurrent requests'

/** Handles clients' messages: subscriptions and requests. */
export class MessageHandler {
  readonly #deps: MessageDeps
  readonly #access = new TopicAccess()

  constructor(deps: MessageDeps) {
    this.#deps = deps
  }

  async receive(client: Client, text: string): Promise<void> {
    const message = parseMessage(text)
    if ('problem' in message) {
      const { problem: error, id } = message
      // A request with a number is answered with that number.
      return client.send(
        id === null ? { type: 'error', message: error } : { type: 'reply', id, ok: false, data: null, error },
      )
    }
    switch (message.type) {
      case 'ping':
        return client.send({ type: 'pong' })
      case 'unsubscribe':
      case 'subscribe': {
        const topic = topicOf(message)
        if (topic === null) return client.send({ type: 'error', message: 'Topic not found' })
        return message.type === 'subscribe' ? this.#subscribe(client, topic) : this.#unsubscribe(client, topic)
      }
      case 'authenticate':
        return client.send({ type: 'error', message: 'Authenticate with the first message, within 3 seconds' })
      case 'request':
        return this.#reply(client, message)
    }
  }

  #unsubscribe(client: Client, name: string): void {
    client.dropTopic(name)
    this.#deps.broadcaster.close(client, name)
  }

  async #subscribe(client: Client, name: string): Promise<void> {
    const refuse = (message: string): void => client.send({ type: 'error', topic: name, message })
    const isKnown = client.topics.has(name)
    if (!client.takeTopic(name)) return refuse('Too many subscriptions')
    if (!(await client.awaitAnswer())) {
      if (!isKnown) client.dropTopic(name)
      return refuse(TOO_MANY_PENDING)
    }
    try {
      await this.#open(client, name)
    } catch (error) {
      this.#unsubscribe(client, name)
      // The page reconnects and subscribes to all of its topics again.
      if (this.#deps.isDatabaseAway(error)) return client.socket.close(TRY_AGAIN_LATER, 'the database is away')
      refuse(this.#textOf(error))
    } finally {
      client.endAnswer()
    }
  }

  /** Starts listening before reading the snapshot, so that no change is lost in between. */
  async #open(client: Client, name: string): Promise<void> {
    const { registry, broadcaster } = this.#deps
    // The client may have disconnected or unsubscribed in the meantime.
    const isWanted = (): boolean => client.isOpen && client.topics.has(name)
    if (!isWanted()) return
    const found = registry.find(name)
    if (client.login?.api) requireScope(client.login.api, found.key)
    const audience = await this.#access.admit(name, found, client)
    if (!isWanted()) return
    const room = broadcaster.open(client, name, found, audience)
    const updates = await this.#access.snapshot(found, client)
    if (!isWanted()) return
    for (const { event: payload } of updates) client.send({ type: 'event', topic: name, payload })
    broadcaster.opened(client, room)
  }

  async #reply(
    client: Client,
    { id, name, channel, payload }: Extract<ClientMessage, { type: 'request' }>,
  ): Promise<void> {
    const { requests, heavyWork } = this.#deps
    const refuse = (error: string): void => client.send({ type: 'reply', id, ok: false, data: null, error })
    if (!(await client.awaitAnswer())) return refuse(TOO_MANY_PENDING)
    try {
      const found = findRequest(name, channel)
      await this.#checkScope(client, found.request)
      const data = await answerRequest(requests, found, payload, client, heavyWork)
      client.send({ type: 'reply', id, ok: true, data })
    } catch (error) {
      refuse(this.#textOf(error))
    } finally {
      client.endAnswer()
    }
  }

  /** Of programs. */
  async #checkScope({ login }: Client, { scope }: SocketRequest): Promise<void> {
    if (!login?.api) return
    requireScope(login.api, scope)
    if (scope === 'trade') await this.#deps.refuseTrading(login.user.id)
  }

  #textOf(error: unknown): string {
    const expected = asAppError(error)
    if (expected) return expected.message
    this.#deps.logger.error({ err: error }, 'socket request failed')
    return 'Something went wrong'
  }
}

/** The topic by its name, or by the number of its channel; null if it has neither, or both. */
function topicOf({ topic, channel }: Extract<ClientMessage, { type: 'subscribe' | 'unsubscribe' }>): string | null {
  if (topic !== undefined) return channel === undefined ? topic : null
  return (channel === undefined ? undefined : CHANNEL_TOPICS[channel]) ?? null
}

function parseMessage(text: string): ClientMessage | { problem: string; id: number | null } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'A message must be JSON', id: null }
  }
  const parsed = clientMessage.safeParse(value)
  if (parsed.success) return parsed.data
  const { type, id } = (value ?? {}) as { type?: unknown; id?: unknown }
  const number = type === 'request' && Number.isSafeInteger(id) ? (id as number) : null
  return { problem: parsed.error.issues[0]?.message ?? 'Message not understood', id: number }
}
