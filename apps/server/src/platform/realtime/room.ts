import type { ServerEvent } from '@tradeloom/contracts'
import { AppError } from '../errors/app-error.ts'
import type { Client } from './client.ts'
import type { Change, Topic, Update } from './topic.ts'
import { TopicState } from './topic-state.ts'

/** How far a client has followed a topic. */
interface Position {
  seen: number
  /** The snapshot is being read; changes wait until it has been sent. */
  isOpening: boolean
}

const DEFAULT_FLUSH_MS = 100
const MISSED: ServerEvent = { event: 'missed', data: null }

/** Listeners of one topic who see the same data, and the changes they have not received yet. */
export class Room {
  readonly key: string
  /** The topic's name on the wire. */
  readonly name: string
  readonly topic: Topic
  readonly id: string
  readonly #state: TopicState
  readonly #positions = new Map<Client, Position>()
  /** Coalesced changes wait until this time. */
  nextFlush = 0
  #isRefreshing = false

  constructor(key: string, name: string, topic: Topic, id: string) {
    this.key = key
    this.name = name
    this.topic = topic
    this.id = id
    this.#state = new TopicState(topic.stored)
  }

  get flushMs(): number {
    return this.topic.flushMs ?? DEFAULT_FLUSH_MS
  }

  get isEmpty(): boolean {
    return this.#positions.size === 0
  }

  /** Any of the viewers; all see the same data. */
  get viewerId(): string | null {
    const [client] = this.#positions.keys()
    return client?.userId ?? null
  }

  /** The client listens from now on; nothing is sent to it before `opened`. */
  open(client: Client): void {
    const known = this.#positions.get(client)
    if (known) known.isOpening = true
    else this.#positions.set(client, { seen: this.#state.version, isOpening: true })
  }

  /** The snapshot has been sent; sends the changes since then. False if some of them are no longer stored. */
  opened(client: Client): boolean {
    const position = this.#positions.get(client)
    if (!position) return true
    position.isOpening = false
    return this.catchUp(client)
  }

  remove(client: Client): void {
    this.#positions.delete(client)
  }

  put({ key, event, isCoalesced }: Pick<Change, 'key' | 'event' | 'isCoalesced'>): void {
    if (this.isEmpty) return
    if (!isCoalesced) this.#state.forget(coalesced(key))
    this.#state.set(isCoalesced ? coalesced(key) : key, this.#textOf(event))
  }

  /**
   * Reads the state again for all listeners after messages may have been missed. Changes that arrive during the read
   * are newer than its result. `MISSED` tells listeners that more may have changed, such as deletions.
   */
  async refresh(): Promise<void> {
    this.#isRefreshing = true
    const { version } = this.#state
    try {
      const updates = await this.topic.snapshot(this.id, this.viewerId).catch(nothingIfGone)
      for (const { key, event } of updates) {
        if (!this.#state.hasChanged(key, version)) this.#state.set(key, this.#textOf(event))
      }
      this.put({ key: 'missed', event: MISSED, isCoalesced: false })
    } finally {
      this.#isRefreshing = false
    }
  }

  /** Sends each listener what it has not received; returns the clients that read too slowly. */
  flush(): Client[] {
    const behind: Client[] = []
    let isKept = this.#isRefreshing
    for (const [client, position] of this.#positions) {
      if (position.isOpening) isKept = true
      else if (client.isSlow) behind.push(client)
      else this.#send(client, position)
    }
    if (behind.length === 0 && !isKept) this.#state.clear()
    return behind
  }

  /** Sends a client what it has not received. False if a part of it is no longer stored. */
  catchUp(client: Client): boolean {
    const position = this.#positions.get(client)
    if (!position || position.isOpening) return true
    if (this.#state.hasGap(position.seen)) {
      position.seen = this.#state.version
      return false
    }
    this.#send(client, position)
    return true
  }

  #textOf(event: ServerEvent): string {
    return JSON.stringify({ type: 'event', topic: this.name, payload: event })
  }

  #send(client: Client, position: Position): void {
    for (const text of this.#state.after(position.seen)) client.sendText(text)
    position.seen = this.#state.version
  }
}

/** Deleted items have no state. */
function nothingIfGone(error: unknown): Update[] {
  if (error instanceof AppError && error.kind === 'not-found') return []
  throw error
}

function coalesced(key: string): string {
  return `latest ${key}`
}
