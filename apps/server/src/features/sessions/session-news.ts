import type { Bus } from '@tradeloom/bus'
import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import type { FiguresOfSessions } from './session-figures.ts'
import { viewLine } from './session-views.ts'
import type { SessionsRepository } from './sessions.repository.ts'

/** On the bus as `session.<user>`: what has changed. `access`: the user sees other accounts than before. */
export type SessionMessage =
  | {
      readonly kind: 'session'
      readonly userId: string
      readonly session: TradingSession
      /** What it has logged since the last message. */
      readonly lines: readonly SessionLogLine[]
    }
  | { readonly kind: 'access'; readonly userId: string }

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

  /** The user sees other accounts than before. */
  tellAccess(userId: string): void {
    const message: SessionMessage = { kind: 'access', userId }
    this.#bus.publish(`session.${userId}`, message)
  }

  /** A position of a session has changed; while the session runs, its process tells what follows. */
  async publishEnded(sessionId: string): Promise<void> {
    const found = await this.#repository.withReaders(sessionId)
    if (found && found.row.status !== 'Active') await this.tell(sessionId)
  }

  async tell(sessionId: string): Promise<void> {
    const found = await this.#repository.withReaders(sessionId)
    if (!found) return
    const { row, readers } = found
    const before = this.#told.get(sessionId) ?? (await this.#repository.newestLine(sessionId))
    const lines = (await this.#repository.logAfter(sessionId, before, MAX_LINES)).map(viewLine)
    this.#told.set(sessionId, lines.at(-1)?.n ?? before)
    if (row.status !== 'Active') this.#told.delete(sessionId)
    for (const userId of readers) {
      const [session] = await this.#figures.views([row], userId)
      const message: SessionMessage = { kind: 'session', userId, session: session as TradingSession, lines }
      this.#bus.publish(`session.${userId}`, message)
    }
  }
}
