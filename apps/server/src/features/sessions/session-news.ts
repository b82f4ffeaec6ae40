import type { Bus } from '@tradeloom/bus'
import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import type { FiguresOfSessions } from './session-figures.ts'
import { viewLine } from './session-views.ts'
import type { SessionsRepository } from './sessions.repository.ts'

/** On the bus as `session.<user>`: what has changed. */
export interface SessionMessage {
  readonly userId: string
  readonly session: TradingSession
  /** What it has logged since the last message. */
  readonly lines: readonly SessionLogLine[]
}

const MAX_LINES = 500

/** Tells browsers what has changed in sessions. */
export class SessionNews {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #repository: SessionsRepository
  readonly #figures: FiguresOfSessions
  /** The newest line that was told, by session. */
  readonly #told = new Map<string, number>()

  constructor(bus: Pick<Bus, 'publish'>, repository: SessionsRepository, figures: FiguresOfSessions) {
    this.#bus = bus
    this.#repository = repository
    this.#figures = figures
  }

  /** A position of a session has changed; while the session runs, its process tells what follows. */
  async publishEnded(sessionId: string, userId: string): Promise<void> {
    const row = await this.#repository.get(sessionId, userId)
    if (row && row.status !== 'Active') await this.tell(sessionId, userId)
  }

  async tell(sessionId: string, userId: string): Promise<void> {
    const row = await this.#repository.get(sessionId, userId)
    if (!row) return
    const before = this.#told.get(sessionId) ?? (await this.#repository.newestLine(sessionId))
    const lines = (await this.#repository.logAfter(sessionId, before, MAX_LINES)).map(viewLine)
    this.#told.set(sessionId, lines.at(-1)?.n ?? before)
    if (row.status !== 'Active') this.#told.delete(sessionId)
    const [session] = await this.#figures.views([row])
    const message: SessionMessage = { userId, session: session as SessionMessage['session'], lines }
    this.#bus.publish(`session.${userId}`, message)
  }
}
