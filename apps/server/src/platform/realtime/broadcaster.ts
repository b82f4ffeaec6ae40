import type { Bus } from '@tradeloom/bus'
import type { Client } from './client.ts'
import { Room } from './room.ts'
import type { Change } from './topic.ts'
import { TopicLeases } from './topic-leases.ts'
import type { FoundTopic, TopicRegistry } from './topic-registry.ts'

export interface BroadcasterDeps {
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>
  readonly registry: TopicRegistry
  readonly logger: { warn(fields: object, message: string): void }
}

/** Interval at which slow clients are checked, and coalesced changes that have waited are sent. */
const TICK_MS = 50
const RETRY_MS = 2000
/** Maximum number of concurrent snapshot reads after messages were missed. */
const REFRESHES = 4

/** Sends changes from the bus to listening clients, each at its own speed. */
export class Broadcaster {
  readonly #deps: BroadcasterDeps
  readonly #rooms = new Map<string, Room>()
  readonly #roomsOf = new Map<Client, Map<string, Room>>()
  /** Rooms with coalesced changes that are waiting to be sent. */
  readonly #dirty = new Set<Room>()
  #isFlushing = false
  /** Clients that read too slowly, until they catch up. */
  readonly #behind = new Set<Client>()
  readonly #stale = new Set<Room>()
  readonly #leases = new TopicLeases()
  readonly #stops: (() => void)[] = []
  readonly #closing = new AbortController()

  constructor(deps: BroadcasterDeps) {
    this.#deps = deps
    const { bus, registry } = deps
    for (const [word, topic] of registry.all()) {
      if (topic.subject === undefined) continue
      const subscription = bus.subscribe(topic.subject, ({ payload }) => {
        for (const change of topic.changes(payload)) this.#publish(word, change)
      })
      this.#stops.push(() => subscription.unsubscribe())
    }
    const gaps = bus.onGap(() => void this.refresh())
    this.#stops.push(() => gaps.unsubscribe())
    const deaths = bus.subscribe('process.died', () => void this.refresh())
    this.#stops.push(() => deaths.unsubscribe())
    const timer = setInterval(() => this.#tick(performance.now()), TICK_MS)
    this.#stops.push(() => clearInterval(timer))
  }

  stop(): void {
    this.#closing.abort()
    for (const stop of this.#stops) stop()
    this.#leases.stop()
  }

  /** Starts listening; changes are held back until `opened`. */
  open(client: Client, name: string, { topic, id }: FoundTopic, audience: string): Room {
    const key = roomKey(name, audience)
    const room = this.#rooms.get(key) ?? this.#openRoom(new Room(key, name, topic, id))
    const rooms = this.#roomsOf.get(client) ?? new Map<string, Room>()
    this.#roomsOf.set(client, rooms)
    // If a topic becomes public or private, its listeners move to another room.
    if (rooms.get(name) !== room) this.#leave(client, rooms.get(name))
    rooms.set(name, room)
    room.open(client)
    return room
  }

  #openRoom(room: Room): Room {
    const { key, name, topic, id } = room
    this.#rooms.set(key, room)
    const [word = name] = name.split('.', 1)
    const open = topic.open?.bind(topic)
    if (open) this.#leases.enter(name, () => open(id, (change) => this.#publish(word, { id, ...change })))
    return room
  }

  /** Call once the snapshot has been sent. */
  opened(client: Client, room: Room): void {
    if (client.isSlow) this.#behind.add(client)
    if (!room.opened(client)) this.#refreshLater(room)
  }

  close(client: Client, name: string): void {
    const rooms = this.#roomsOf.get(client)
    this.#leave(client, rooms?.get(name))
    rooms?.delete(name)
  }

  closeAll(client: Client): void {
    for (const room of this.#roomsOf.get(client)?.values() ?? []) this.#leave(client, room)
    this.#roomsOf.delete(client)
    this.#behind.delete(client)
  }

  /**
   * Sends everyone the state from the database, with a notice that more may have changed. Use it if messages may have
   * been missed.
   */
  async refresh(): Promise<void> {
    for (const room of this.#rooms.values()) this.#stale.add(room)
    await Promise.all(Array.from({ length: REFRESHES }, () => this.#refreshNext()))
  }

  #leave(client: Client, room: Room | undefined): void {
    if (!room) return
    room.remove(client)
    if (!room.isEmpty) return
    this.#rooms.delete(room.key)
    if (room.topic.open) this.#leases.leave(room.name)
    this.#dirty.delete(room)
    this.#stale.delete(room)
  }

  #publish(word: string, { id, audience, ...change }: Change): void {
    const room = this.#rooms.get(roomKey(id === '' ? word : `${word}.${id}`, audience))
    if (!room) return
    room.put(change)
    if (!change.isCoalesced) return this.#flush(room)
    this.#dirty.add(room)
    if (room.nextFlush <= performance.now()) this.#flushSoon()
  }

  /** The first change of a while waits for nothing but those that come with it. */
  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    queueMicrotask(() => {
      this.#isFlushing = false
      this.#flushDue(performance.now())
    })
  }

  #flush(room: Room): void {
    this.#dirty.delete(room)
    for (const client of room.flush()) this.#behind.add(client)
  }

  #flushDue(now: number): void {
    for (const room of this.#dirty) {
      if (room.nextFlush > now) continue
      room.nextFlush = now + room.flushMs - TICK_MS / 2
      this.#flush(room)
    }
  }

  #tick(now: number): void {
    this.#flushDue(now)
    for (const client of this.#behind) if (!client.isSlow) this.#catchUp(client)
  }

  #catchUp(client: Client): void {
    for (const room of this.#roomsOf.get(client)?.values() ?? []) {
      // The next tick continues with the other clients.
      if (client.isSlow) return
      if (!room.catchUp(client)) this.#refreshLater(room)
    }
    this.#behind.delete(client)
  }

  #refreshLater(room: Room): void {
    this.#stale.add(room)
    void this.#refreshNext()
  }

  async #refreshNext(): Promise<void> {
    for (const room of this.#stale) {
      this.#stale.delete(room)
      await this.#refreshRoom(room)
    }
  }

  async #refreshRoom(room: Room): Promise<void> {
    try {
      await room.refresh()
    } catch (error) {
      // The database may be down.
      return this.#retry(room, error)
    }
    if (!this.#closing.signal.aborted) this.#flush(room)
  }

  #retry(room: Room, error: unknown): void {
    this.#deps.logger.warn({ err: error, topic: room.name }, 'a topic could not be refreshed')
    const timer = setTimeout(() => {
      if (!this.#closing.signal.aborted && this.#rooms.has(room.key)) this.#refreshLater(room)
    }, RETRY_MS)
    timer.unref()
  }
}

function roomKey(name: string, audience: string): string {
  return `${name} ${audience}`
}
